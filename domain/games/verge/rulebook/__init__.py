"""The rules in our words, a module for each chapter, and the house rules."""
