"""Redactions: the log and all that was made of it, rewritten in one transaction."""
