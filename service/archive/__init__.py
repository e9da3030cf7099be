"""Archives: written, read, verified and imported."""
