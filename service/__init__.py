"""The server: HTTP, the event store, live streams, the command line, and the code that connects them."""

if __name__ != "verger.service":
    raise ImportError(
        "Import verger.service: under a second name, each module would be loaded twice"
    )
