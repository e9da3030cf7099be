"""Measure the promised speed of the server, side by side in one run."""
