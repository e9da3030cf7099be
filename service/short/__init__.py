"""Moves and reads that are answered without a task and without a call of the framework for each request."""
