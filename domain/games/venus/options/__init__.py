"""The moves open to each seat in the Venus Engine."""
