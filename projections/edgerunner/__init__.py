"""How Edgerunner is shown: its map as a picture."""
