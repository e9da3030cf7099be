"""Redaction: rewriting the log and all derived data in one transaction."""
