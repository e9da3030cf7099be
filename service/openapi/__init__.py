"""The API document, made from the routes."""
