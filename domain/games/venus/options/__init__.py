"""The moves that each seat of the Venus Engine can make."""
