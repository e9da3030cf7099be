"""HTTP: one module a resource, one table of problems."""
