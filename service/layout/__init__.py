"""Layouts: computed by a process of their own, kept while they are asked for."""
