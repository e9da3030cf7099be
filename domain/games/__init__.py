"""The games, with a folder for each, and the list of them."""
