"""The moves that each seat of Edgerunner can make."""
