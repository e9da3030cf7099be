"""What a session of Afterverse consists of: its things, their effects, and how those fold."""
