"""Writes what of the clients is generated; the clients themselves know nothing of it."""
