"""Play with both clients over connections that break, and check that every move was made exactly once."""
