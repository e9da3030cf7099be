"""How to ask: what every request and answer has in common."""
