"""What a session of Venus Engine consists of: its things, their effects, and how those fold."""
