"""What a session of Edgerunner consists of: its things, their effects, and how those fold."""
