"""The moves that each seat of Verge can make."""
