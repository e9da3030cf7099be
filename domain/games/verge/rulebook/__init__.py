"""The rules in our words, with a module for each chapter."""
