"""The terms that all games share, the state of a table, and the interface of every ruleset."""
