"""What the rules say, in our words, a module a chapter; and the house rules."""
