"""Evenings for play by hand: the moves of each player, in the words of the page. They can be played with any dice."""
