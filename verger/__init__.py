"""The program: `verger.service`, `verger.projections` and `verger.domain`. Their folders are next to this one."""
