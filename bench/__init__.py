"""Measures, side by side in one run, what the server promises of its speed."""
