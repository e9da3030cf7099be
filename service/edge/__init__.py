"""The common parts of all requests and answers."""
