"""What an evening does about rewinds: everybody agrees, and what was not left out follows again."""

from typing import Any

from msgspec.structs import replace

from tests.support.game import Game
from verger.domain.core.decider import Accepted
from verger.domain.core.divergence import Divergence
from verger.domain.core.timeline import Rewound, spans
from verger.domain.judging.rejudge import Remade, remake


def makes_again(game: Game, judgement: Accepted) -> None:
    """Where a move was left out, the later ones of its line follow at once."""
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
        game.log.append(event)
        game.at = event.at
        game.given(*event.effects)
        game.past[len(game.log)] = game.state.play


def rewinds(game: Game, name: str, to: int, **more: Any) -> None:
    """A rewind to which everybody who is asked agrees."""
    game.move(name, "rewind", to=to, **more)
    _everyone_agrees(game)


def leaves_out(game: Game, name: str, version: int, **more: Any) -> None:
    """An older move that everybody who is asked agrees to leave out."""
    game.move(name, "leave_out", version=version, **more)
    _everyone_agrees(game)


def _everyone_agrees(game: Game) -> None:
    while request := game.state.table.timeline.request:
        seat = game.state.table.name(request.agreement.waiting[0])
        game.move(seat, "agree", proposal=request.id)
