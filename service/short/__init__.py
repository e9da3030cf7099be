"""Moves and reads that are answered without a task or a call of the framework for each."""
