"""A half of the client: the sync one is generated from the other (clients/generate)."""
