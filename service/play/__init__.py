"""A move from load to append, and the reads of a session in memory."""
