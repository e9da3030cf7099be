"""Figures for operators. The parts of the server count them, one catalogue names them, and they are served as text."""
