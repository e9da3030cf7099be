"""Trials: the server ends the sessions that were started to try a game, and those that nobody plays."""
