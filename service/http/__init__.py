"""The REST API of the core, with one module for each resource."""
