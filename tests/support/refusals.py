"""A record of the rules that refuse with each code, for the pages of problems."""

from collections import defaultdict

from tests.captures.lines import problems
from verger.domain.core.ruling import Refused
from verger.service.problem.captured import FILE, captured, refusals

Found = defaultdict[str, defaultdict[str, set[str]]]

_recording: list[Found] = []


def seen(game: str, refused: Refused) -> None:
    """Note that a rule has refused with a code. It must be in the record already, or it is added."""
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
    rules = {
        code: {game: sorted(ids) for game, ids in sorted(games.items())}
        for code, games in found.items()
    }
    FILE.write_text(problems(captured(), rules))
