"""Redaction: remove texts from the log and from all derived data, in one transaction."""
