"""Webhooks: messages about a session's events to addresses that people named (Standard Webhooks 1.0)."""
