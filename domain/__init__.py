"""The games and their rules: pure, total, and without clock, chance or I/O."""
