"""The people at a table: seats, proposals, limits, sheets."""
