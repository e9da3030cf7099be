"""Archives: writing, reading, verifying and importing them."""
