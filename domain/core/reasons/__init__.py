"""The codes with which every game may refuse: each one's title, sentence and remedy."""

from verger.domain.core.reasons import dispute, log, note, play, table

REASONS = table.REASONS | log.REASONS | dispute.REASONS | note.REASONS | play.REASONS
"""A test requires every code here; the sentence's braces are the refusal's facts."""
