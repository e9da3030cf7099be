"""A record of the rules that refuse with each code, for the pages of problems."""

import json
from collections import defaultdict

from verger.domain.core.ruling import Refused
from verger.service.annexes.portal.problem import REFUSALS, refusals

Found = defaultdict[str, defaultdict[str, set[str]]]

_recording: list[Found] = []


def seen(game: str, refused: Refused) -> None:
    """Note that a rule has refused: it has to be on record, or is added."""
    code, rule = str(refused.code), str(refused.rule)
    if _recording:
        _recording[-1][code][game].add(rule)
    elif any(game in games for games in refusals().values()):
        there = refusals().get(code, {}).get(game, ())
        assert rule in there, f"{rule} refuses with {code}: python -m tests.captures.rules"


def record() -> Found:
    """Record refusals from now on."""
    found: Found = defaultdict(lambda: defaultdict(set))
    _recording.append(found)
    return found


def write(found: Found) -> None:
    """Write the record."""
    told = {
        code: {game: sorted(rules) for game, rules in sorted(games.items())}
        for code, games in sorted(found.items())
    }
    lines = (f"  {json.dumps(code)}: {json.dumps(games)}" for code, games in told.items())
    REFUSALS.write_text("{\n" + ",\n".join(lines) + "\n}\n")
