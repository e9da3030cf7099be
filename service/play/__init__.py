"""A move from load to append, and what a session in memory is asked for."""
