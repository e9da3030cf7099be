"""The parts of a session of Edgerunner: their types, their effects, and how those fold."""
