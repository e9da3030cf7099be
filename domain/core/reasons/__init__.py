"""The refusal codes of all games, each with its title, sentence and remedy."""

from verger.domain.core.reasons import dispute, log, note, play, table

REASONS = table.REASONS | log.REASONS | dispute.REASONS | note.REASONS | play.REASONS
"""A test requires an entry for every code. Facts of the refusal replace the names in braces."""
