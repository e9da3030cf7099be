"""Invented house rules of a later release: a new rule, a new choice, wider bounds, a new amendment."""

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

from msgspec.structs import force_setattr, replace

from tests.support.client import Table, played
from tests.support.game import Game, seated
from tests.support.log import rows
from tests.support.server import Server
from verger.domain.core.amendment import HOUSE_RULE, RuleAmendment, choice_of
from verger.domain.core.decider import Ruleset
from verger.domain.core.house_rule import HouseRule, HouseRules, Value
from verger.domain.core.identifier import HouseRuleId
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.verge import RULESET as VERGE
from verger.service.log.row import Row

REPAIR_COST = HouseRuleId("repair_cost")
UNDO, SEAT_LIMIT = HouseRuleId("undo"), HouseRuleId("seat_limit")
GM, PLAYER = "Ann", "Bo"


class Later(NamedTuple):
    """A house rule or a value of one that only a later release has."""

    id: HouseRuleId
    value: Value

    def rules(self, ruleset: Ruleset[Any]) -> HouseRules:
        """The house rules of a game that are different in the later release."""
        if self.id == HOUSE_RULE:
            return choice_of(amendments(ruleset))
        known = ruleset.house_rules.get(self.id)
        if known is None:
            cites = next(iter(ruleset.rules))
            return {self.id: HouseRule(self.id, "What it costs.", (cites,), ("token", "free"))}
        if known.choices:
            return {self.id: replace(known, choices=(*known.choices, str(self.value)))}
        bounds = (known.least, known.most, int(self.value))
        return {self.id: replace(known, least=min(bounds), most=max(bounds))}


KINDS = {
    "rule": Later(REPAIR_COST, "free"),
    "default": Later(REPAIR_COST, "token"),
    "choice": Later(UNDO, "dealer"),
    "upper bound": Later(SEAT_LIMIT, 60),
    "lower bound": Later(SEAT_LIMIT, 1),
}
"""The kinds of additions, except a new amendment, whose number depends on the game."""


def kinds(ruleset: Ruleset[Any]) -> dict[str, Later]:
    """All kinds of additions to a game."""
    return KINDS | {"amendment": Later(HOUSE_RULE, len(ruleset.amendments) + 1)}


ALL = [(name, kind) for name, ruleset in RULESETS.items() for kind in kinds(ruleset)]
"""Every game with every kind of addition."""


def amendments(ruleset: Ruleset[Any]) -> tuple[RuleAmendment, ...]:
    """A game's amendments and one more."""
    number, rule = len(ruleset.amendments) + 1, next(iter(ruleset.rules))
    more = RuleAmendment(number, "9999-01-01", (rule,), "as the table reads it", "It is clearer.")
    return (*ruleset.amendments, more)


@contextmanager
def released(ruleset: Ruleset[Any], later: Later) -> Iterator[None]:
    """Make this process act as the later release for a while."""
    known, mended = _rules(ruleset), ruleset.amendments
    before = dict(known)
    known.update(later.rules(ruleset))
    if later.id == HOUSE_RULE:
        force_setattr(ruleset, "amendments", amendments(ruleset))
    try:
        yield
    finally:
        force_setattr(ruleset, "amendments", mended)
        known.clear()
        known.update(before)


def _rules(ruleset: Ruleset[Any]) -> MutableMapping[HouseRuleId, HouseRule]:
    return cast("MutableMapping[HouseRuleId, HouseRule]", ruleset.house_rules)


def install() -> None:
    """Make this process act as a later release, with all kinds of additions to Verge."""
    for later in kinds(VERGE).values():
        _rules(VERGE).update(later.rules(VERGE))
    force_setattr(VERGE, "amendments", amendments(VERGE))


Log = tuple[list[Row], int]
"""A log, and the first version that names the addition."""


def started(ruleset: Ruleset[Any], later: Later) -> Log:
    """A log that begins with the addition."""
    chosen: dict[str, Any] = {later.id: later.value}
    game = seated(Game(ruleset), "A later table", GM, **chosen)
    return _moved_on(game), 1


def proposed(ruleset: Ruleset[Any], later: Later) -> Log:
    """The log of a table that is asked about the addition."""
    game = _seated(ruleset)
    game.move(PLAYER, "propose", subject=_subject(later))
    return _moved_on(game), len(game.log) - 1


def adopted(ruleset: Ruleset[Any], later: Later) -> Log:
    """The log of a table that agrees on the addition."""
    _, version = proposed(ruleset, later)
    game = _seated(ruleset)
    game.agreed(PLAYER, "choose_house_rule", house_rule=later.id, value=later.value)
    return _moved_on(game), version


WAYS = (started, proposed, adopted)


def unused(ruleset: Ruleset[Any]) -> list[Row]:
    """The log of a table that agrees on a value that this release has, too."""
    game = _seated(ruleset)
    game.agreed(PLAYER, "choose_house_rule", house_rule=UNDO, value="gm")
    return _moved_on(game)


def _seated(ruleset: Ruleset[Any]) -> Game:
    return seated(Game(ruleset), "A later table", GM, PLAYER)


def _moved_on(game: Game) -> list[Row]:
    game.move(GM, "add_limit", kind="veil", text="Rain")
    return rows(game.log)


def _subject(later: Later) -> dict[str, Any]:
    return {"subject": "choose_house_rule", "house_rule": later.id, "value": later.value}


def tables(server: Server) -> Iterator[Table]:
    """Yield two tables for each kind of addition, on a server of the later release: one starts with it, at the other it is proposed."""
    for later in kinds(VERGE).values():
        yield played(server.http, GM, house_rules={later.id: later.value})
        table = played(server.http, GM, PLAYER)
        table[PLAYER].moves("propose", subject=_subject(later))
        yield table
