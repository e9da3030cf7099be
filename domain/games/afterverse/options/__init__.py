"""The moves that each seat of Afterverse can make."""
