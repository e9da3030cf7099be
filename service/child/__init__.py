"""Child processes: they do work that may take long or fail, so that it cannot harm the server."""
