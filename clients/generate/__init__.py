"""Writes the types of the clients from the API document."""
