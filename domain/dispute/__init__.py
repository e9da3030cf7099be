"""Disputes: challenging a ruling, settling the dispute, and correcting the play."""
