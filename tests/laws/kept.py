"""Save a session as lines of JSON, and replay it. The lines are moves, and effects that came without a move."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from tests.laws.game import habits_of
from tests.laws.played import Played
from verger.domain.core.mover import Unseated
from verger.domain.games.rulesets import RULESETS

_UNSEATED = {str(mover): mover for mover in Unseated}


def keep(path: Path, played: Played, broken: Sequence[str]) -> None:
    """Save a session, and the laws that it breaks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    first = {"ruleset": played.ruleset.name, "name": played.name, "broken": list(broken)}
    path.write_text("".join(f"{json.dumps(line)}\n" for line in (first, *_lines(played))))


def _lines(played: Played) -> Iterator[dict[str, Any]]:
    """Yield a line for each move, and for each gift, which has a version but no move."""
    version = 1
    for step in played.steps:
        for gift in played.history[version - 1 : step.facts.version - 1]:
            yield {"given": msgspec.to_builtins(gift)}
        yield {"seat": step.mover, "at": step.facts.at.isoformat(), "move": step.sent}
        version = step.facts.version + bool(step.accepted)


def play_again(path: Path) -> Played:
    """Replay a saved session."""
    first, *lines = [json.loads(line) for line in path.read_text().splitlines()]
    ruleset = RULESETS[first["ruleset"]]
    played = Played(ruleset, habits_of(ruleset), first["name"])
    effects = tuple[ruleset.effect_type, ...]  # type: ignore[name-defined]
    for line in lines:
        if "given" in line:
            played.fold(msgspec.convert(line["given"], effects))
        else:
            played.now = datetime.fromisoformat(line["at"])
            played.ask(_UNSEATED.get(line["seat"], line["seat"]), line["move"])
    return played
