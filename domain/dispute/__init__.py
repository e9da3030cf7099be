"""Disputes: arguing a ruling, settling it, and putting it right."""
