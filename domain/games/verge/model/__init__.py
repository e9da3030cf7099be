"""What a session of Verge consists of: its things, their effects, and how those fold."""
