"""The moves open to each seat in Afterverse."""
