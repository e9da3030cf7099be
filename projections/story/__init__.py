"""A session's log as a story: events and texts under headings, for people to read."""
