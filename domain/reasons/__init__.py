"""What each code means: its title, its sentence, the way on."""

from domain.reasons import (
    change,
    conflict,
    control,
    dispute,
    interest,
    log,
    network,
    note,
    step,
    table,
    token,
)

REASONS = (
    table.REASONS
    | log.REASONS
    | dispute.REASONS
    | note.REASONS
    | step.REASONS
    | network.REASONS
    | change.REASONS
    | conflict.REASONS
    | control.REASONS
    | token.REASONS
    | interest.REASONS
)
"""A test requires every code here; the sentence's braces are the refusal's facts."""
