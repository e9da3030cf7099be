"""The refusal codes of Verge, in one module for each part of its rules."""
