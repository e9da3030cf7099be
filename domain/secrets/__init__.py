"""Seeds of dice and sealed notes: hidden values, their publication, and their checks."""
