"""Layouts: computed by a separate process, and kept while they are requested."""
