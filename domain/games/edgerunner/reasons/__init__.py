"""The refusal codes of Edgerunner, in one module for each part of its rules."""
