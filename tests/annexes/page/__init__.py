"""A package to pytest, so that a browser may be there for all of its files, and for no others."""
