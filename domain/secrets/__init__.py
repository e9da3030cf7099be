"""Dice seeds and sealed notes: what is hidden, revealed and checked."""
