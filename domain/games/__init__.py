"""The games, a folder each, and the list of them."""
