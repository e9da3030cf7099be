"""A session's log as a story: what was said and done, under headings, for people to read."""
