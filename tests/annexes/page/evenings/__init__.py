"""Evenings as people play them: who wants what, in the page's words, whatever the dice say."""
