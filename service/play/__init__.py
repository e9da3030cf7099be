"""The path of a move, from loading its session to appending its event, and reads of sessions in memory."""
