"""Webhooks: telling addresses that people named of a session's events (Standard Webhooks 1.0)."""
