"""The refusal codes of the Venus Engine, in one module for each part of its rules."""
