"""What every move passes, whatever the game: the judge, judging again, and moves about the log."""
