"""Judging in every game: the judge, judging again, the log's and the table's own moves."""
