"""A model of Afterverse: the result of a test after all its rolls stand."""

from collections.abc import Sequence

from tests.models.afterverse.record import Actor, Result, Table, Test


def lacks_somebody(called: Test) -> bool:
    """Return whether a team has no leader yet, or an opposed test no opponent."""
    if called.form == "opposed":
        return len(called.actors) == 1
    return called.form == "teamwork" and called.leader is None


def members(called: Test) -> list[Actor]:
    """Return the members of a team who have rolled."""
    return [one for one in called.of("member") if one.dice]


def rolls_of(called: Test, result: Result) -> list[Actor]:
    """The rolls that were made for a result."""
    if called.form == "teamwork":
        return members(called)
    own = [one for one in called.actors if one.character == result.character]
    return [one for one in own if one.dice]


def known_of(table: Table, called: Test, result: Result) -> tuple[int, int] | None:
    """The hits and the sixes of a result; None while only the GM knows them."""
    if not called.hidden:
        return result.hits, result.sixes
    note = called.actors[0].sealed
    if note is None or not table.opened(note):
        return None
    dice = table.notes[note].dice
    return sum(die >= 5 for die in dice), dice.count(6)


def judged(hits: int, sixes: int, needed: int) -> str:
    """Return the outcome of hits and sixes at a threshold."""
    return "critical" if sixes >= needed else "success" if hits >= needed else "failure"


def results(called: Test) -> list[Result]:
    """List the results: for each character, for the main actor, for the team, or for both sides."""
    if called.form == "opposed":
        return _opposed(called)
    if called.form in ("alone", "assistance"):
        return [_result(called, one.character, [one]) for one in called.of("main")]
    assert called.leader
    ranked = sorted(
        members(called),
        key=lambda one: (one.pool if called.lowest else 0, one.hits, one.sixes),
        reverse=not called.lowest,
    )
    return [_result(called, called.of("member")[0].character, ranked[: called.leader.hits])]


def _result(called: Test, character: str, rolls: Sequence[Actor]) -> Result:
    hits, sixes = sum(one.hits for one in rolls), sum(one.sixes for one in rolls)
    found, threshold = Result(character, hits, sixes), called.threshold
    if threshold is None:
        return found
    if threshold.note or called.hidden:
        found.outcome = "open"
    elif threshold.hits is not None:
        found.outcome = "success" if hits >= threshold.hits else "failure"
        won(found, critical=sixes >= threshold.hits)
    return found


def won(found: Result, *, critical: bool) -> None:
    """Record a critical success. If it brings fewer hits, the player may choose."""
    if found.outcome == "success" and critical:
        found.critical = "offered" if found.sixes < found.hits else "taken"


def _opposed(called: Test) -> list[Result]:
    """The side with more hits wins. The opponent wins a tie, unless ties are allowed."""
    one, other = (Result(actor.character, actor.hits, actor.sixes) for actor in called.actors)
    if one.hits == other.hits and called.ties:
        one.outcome = other.outcome = "tie"
        return [one, other]
    first = one.hits > other.hits
    one.outcome, other.outcome = ("success", "failure") if first else ("failure", "success")
    won(one, critical=one.sixes > other.hits)
    enough = other.sixes > one.hits if called.ties else other.sixes >= one.hits
    won(other, critical=enough and other.sixes > 0)
    return [one, other]
