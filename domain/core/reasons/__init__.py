"""What each code means that every game may refuse with: its title, its sentence, the way on."""

from domain.core.reasons import dispute, log, note, play, table

REASONS = table.REASONS | log.REASONS | dispute.REASONS | note.REASONS | play.REASONS
"""A test requires every code here; the sentence's braces are the refusal's facts."""
