"""What each of Verge's own codes means: its title, its sentence, the way on."""

from domain.games.verge.reasons import (
    change,
    conflict,
    control,
    correction,
    interest,
    network,
    step,
    token,
)

REASONS = (
    step.REASONS
    | network.REASONS
    | change.REASONS
    | conflict.REASONS
    | control.REASONS
    | token.REASONS
    | interest.REASONS
    | correction.REASONS
)
