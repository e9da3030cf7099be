"""The API documents (OpenAPI and AsyncAPI), made from the routes."""
