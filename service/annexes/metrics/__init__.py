"""Metrics for operators. The parts of the server count, the catalogue names each metric, and `/metrics` serves them."""
