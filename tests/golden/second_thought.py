"""Repeat the later moves after a rewind that leaves out a move, as the server does."""

from msgspec.structs import replace

from tests.support.game import Game
from verger.domain.core.decider import Accepted
from verger.domain.core.divergence import Divergence
from verger.domain.core.timeline import Rewound, spans
from verger.domain.judging.rejudge import Remade, remake


def makes_again(game: Game, judgement: Accepted) -> None:
    """If this judgement left out a move, repeat the moves that came after it."""
    rewound = next((e for e in judgement.effects if isinstance(e, Rewound) and e.without), None)
    if rewound is None:
        return
    versions = [
        version
        for first, last in spans(game.state.table.timeline, rewound.version - 1)
        for version in range(max(first, rewound.to + 1), last + 1)
    ]
    line = [(version, game.log[version - 1]) for version in versions]
    steps = list(remake(game.ruleset, game.state, line, rewound, game.at))
    missed = tuple(step for step in steps if isinstance(step, Divergence))
    game.log[-1] = replace(game.log[-1], missed=missed)
    for event, _ in (step for step in steps if isinstance(step, Remade)):
        game.at = event.at
        game.follow(event)
