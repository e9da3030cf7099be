"""One half of the client. The sync half is generated from the async half (clients/python/generated.py)."""
