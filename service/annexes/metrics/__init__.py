"""Figures for operators: counted where things happen, named in one catalogue, served as text."""
