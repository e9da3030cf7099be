"""Measure the speed of the server, and compare it with other programs in the same run."""
