"""The page of the server in the engines of three families of browsers."""
