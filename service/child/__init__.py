"""Child processes: work that may take long or fail, done where it cannot harm the server."""
