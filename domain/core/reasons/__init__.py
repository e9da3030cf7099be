"""The refusal codes of all games, in one module for each part of the table."""
