"""Judging in every game: the judge, repeated judgements, and the moves of the log and the table."""
