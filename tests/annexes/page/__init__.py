"""Tests with a browser. pytest needs this file to keep one browser open for exactly this package."""
