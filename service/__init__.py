"""The server: HTTP, the event store, live streams, the command line, and their wiring."""
