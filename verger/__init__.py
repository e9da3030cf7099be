"""The program: `verger.service`, `verger.projections` and `verger.domain`, whose folders stand beside this one."""
