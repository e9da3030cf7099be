"""Evenings as people play them: the wishes of each player, in the page's words, for any dice."""
