"""Play by both clients through a line that breaks, and a proof that every move was made once."""
