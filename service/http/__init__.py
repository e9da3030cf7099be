"""The REST API: one module for each resource, and one table of problems."""
