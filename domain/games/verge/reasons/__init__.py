"""Verge's refusal codes, each with its title, sentence and remedy."""

from verger.domain.games.verge.reasons import (
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
