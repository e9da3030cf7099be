"""Statements: signed Merkle trees of the heads of all sessions."""
