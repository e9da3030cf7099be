"""Rewinds, forks and redactions."""
