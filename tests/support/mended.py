"""Verge with one invented amendment: a drawn line pauses play."""

from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any, cast

from msgspec.structs import force_setattr, replace

from tests.support.game import Game, seated
from verger.domain.core import decider
from verger.domain.core.amendment import HOUSE_RULE, RuleAmendment, choice_of
from verger.domain.core.decider import Accepted, Facts, Judgement
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.identifier import HouseRuleId, RuleId
from verger.domain.core.table import LimitKind, PlayPaused
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.decide import decide as verge
from verger.domain.games.verge.state import Draft, State, evolve
from verger.domain.table.safety import AddLimit

RULE = "compile.limits"
BEFORE = RULESET.amendments
NEWEST = RuleAmendment(
    len(BEFORE) + 1,
    "2026-01-01",
    (RuleId(RULE),),
    "a line pauses play",
    "Who draws a line pauses play with it, since everybody has to read it first.",
)
NUMBER = NEWEST.number
# The game's own amendments may begin after the day of the tests, so they get an earlier day.
AMENDMENTS = (*[replace(one, since=NEWEST.since) for one in BEFORE], NEWEST)
WITHOUT, WITH = choice_of(AMENDMENTS)[HOUSE_RULE].labels[-2:]
"""The labels of the two choices."""


def decide(state: State, move: Any, facts: Facts) -> Judgement:
    """Decide as in Verge, with the amendment if it is in force."""
    judgement = verge(state, move, facts)
    is_line = isinstance(move, AddLimit) and move.kind is LimitKind.LINE
    if is_line and isinstance(judgement, Accepted) and NEWEST.holds(state.table):
        draft: Draft = decider.Draft(judgement.after, evolve, facts)
        draft.emit(PlayPaused())
        return judgement.followed_by(draft.accept(" Play pauses."))
    return judgement


def install() -> None:
    """Use the amended game in the whole process."""
    force_setattr(RULESET, "decide", decide)
    force_setattr(RULESET, "amendments", AMENDMENTS)
    _house_rules().update(choice_of(AMENDMENTS))


@contextmanager
def installed() -> Iterator[None]:
    """Use the amended game in this process for a while."""
    rules = dict(RULESET.house_rules)
    install()
    try:
        yield
    finally:
        force_setattr(RULESET, "decide", verge)
        force_setattr(RULESET, "amendments", BEFORE)
        _house_rules().clear()
        _house_rules().update(rules)


def _house_rules() -> MutableMapping[HouseRuleId, HouseRule]:
    # The house rules are changed in place, because the table's chapters have the same object.
    known: Mapping[HouseRuleId, HouseRule] = RULESET.house_rules
    return cast("MutableMapping[HouseRuleId, HouseRule]", known)


def _game(number: int) -> Game:
    return seated(Game(RULESET), "Glass", "Ann", "Bo", **{HOUSE_RULE: number})


def without() -> Game:
    """A table without the amendment draws a line."""
    game = _game(NUMBER - 1)
    game.move("Ann", "add_limit", kind="line", text="Spiders")
    return game


def begun_with() -> Game:
    """A table that began with the amendment draws a line, and resumes play."""
    game = _game(NUMBER)
    _drawn_and_resumed(game)
    return game


def adopted() -> Game:
    """A table adopts the amendment, then draws a line, and resumes play."""
    game = _game(NUMBER - 1)
    game.agreed("Ann", "choose_house_rule", house_rule=HOUSE_RULE, value=NUMBER)
    _drawn_and_resumed(game)
    return game


def _drawn_and_resumed(game: Game) -> None:
    game.move("Ann", "add_limit", kind="line", text="Spiders")
    game.agreed("Bo", "resume_play")
