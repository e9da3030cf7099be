"""The words of every game, the table's state, and the contract that a ruleset fulfils."""
