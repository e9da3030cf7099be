"""Rulesets: their rules with ids, their house rules, and the schemas of moves and effects."""

from asyncio import to_thread
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import Parameter
from msgspec.structs import replace

from verger.domain.core.amendment import RuleAmendment
from verger.domain.core.decider import Ruleset
from verger.domain.core.house_rule import HouseRule
from verger.domain.core.rule import Rule
from verger.domain.games.rulesets import DEFAULT, RULESETS
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Link, Operation
from verger.service.edge.whole import PUBLIC
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError
from verger.service.schema import json_schema, samples
from verger.service.thread_safe_cache import thread_safe_cache


class RulesetSummary(msgspec.Struct, frozen=True):
    """A ruleset in the list."""

    name: str
    """The name for programs, such as `verge`."""
    version: int
    """The version of the ruleset."""
    title: str
    """The title of the game."""
    about: str
    """A sentence that describes the game to people who choose one."""


class RulesetsView(msgspec.Struct, frozen=True):
    """The rulesets that you can start a session with."""

    rulesets: tuple[RulesetSummary, ...]
    """The rulesets of this server."""


class RulesetView(msgspec.Struct, frozen=True):
    """A ruleset: all its rules, and all choices of a table."""

    name: str
    """The name for programs, such as `verge`."""
    version: int
    """The version of the ruleset."""
    title: str
    """The title of the game."""
    rules: tuple[Rule, ...]
    """All rules of the game."""
    house_rules: tuple[HouseRule, ...]
    """All house rules, with their possible values."""
    rolls: tuple[str, ...]
    """The rolls whose odds you can get."""
    reads: tuple[str, ...]
    """The reads of a session that only some games have, and this game has. Each is named by the last part of
    its address, such as `network`."""
    amendments: tuple[RuleAmendment, ...] = ()
    """The corrections to its rules. The house rule `amendments` is the number of corrections that apply."""


class SchemasView(msgspec.Struct, frozen=True):
    """JSON Schema (2020-12) of a ruleset's moves and records, with samples of recorded play."""

    move: dict[str, Any]
    """The JSON Schema of a move."""
    effect: dict[str, Any]
    """The JSON Schema of an effect."""
    event: dict[str, Any]
    """The schema of `event` in the log: a recorded move, its ruling, its effects, its dice."""
    play: dict[str, Any]
    """The schema of `play` in the state, as a seat sees it."""


class ChanceView(msgspec.Struct, frozen=True):
    """The chance of one result."""

    result: int
    """The result of the roll."""
    exact: str
    """A fraction in lowest terms, such as `91/216`."""
    chance: float
    """The chance, from 0 to 1, rounded."""


class OddsView(msgspec.Struct, frozen=True):
    """The exact odds of a roll, result by result."""

    roll: str
    """The name of the roll."""
    dice: int
    """The number of dice."""
    chances: tuple[ChanceView, ...]
    """The chance of each result."""


Dice = Annotated[int, Parameter(ge=0, le=30, description="The number of dice.")]
_FIRST = RULESETS[DEFAULT]
_NAMED = f"`{next(iter(_FIRST.odds))}` in {_FIRST.title}"
Roll = Annotated[
    str,
    Parameter(
        description=f"The name of a roll, such as {_NAMED}. `getRuleset` lists them in `rolls`."
    ),
]


def _ruleset(name: str) -> Ruleset[Any]:
    if name not in RULESETS:
        raise ProblemError(ProblemCode.NO_SUCH_RULESET, ruleset=name[:100])
    return RULESETS[name]


@get(
    "/rulesets",
    operation_id="listRulesets",
    opt=Operation(
        bearer="never",
        stored=False,
        links=(
            Link(
                "getRuleset", "Get the rules of the first ruleset.", {"ruleset": "rulesets/0/name"}
            ),
        ),
    ),
    cache_control=PUBLIC,
)
async def list_rulesets() -> RulesetsView:
    """List the rulesets.

    Use it to choose a game for `startSession`.
    """
    summaries = (RulesetSummary(r.name, r.version, r.title, r.about) for r in RULESETS.values())
    return RulesetsView(tuple(summaries))


@get(
    "/rulesets/{ruleset:str}",
    operation_id="getRuleset",
    opt=Operation(
        bearer="never",
        stored=False,
        problems=(ProblemCode.NO_SUCH_RULESET,),
        links=(
            Link("getSchemas", "Get the schemas of its moves and events.", {"ruleset": "name"}),
        ),
    ),
    cache_control=PUBLIC,
)
async def get_ruleset(request: AnyRequest, ruleset: str) -> RulesetView:
    """Get a ruleset.

    The answer has all rules with their ids, and all house rules with their possible values.
    """
    rules = _ruleset(ruleset)
    begins = rules.beginning({}, parts_of(request).store.today())
    house_rules = (replace(rule, begins=begins.get(id)) for id, rule in rules.house_rules.items())
    return RulesetView(
        name=rules.name,
        version=rules.version,
        title=rules.title,
        rules=tuple(rules.rules.values()),
        house_rules=tuple(house_rules),
        rolls=tuple(rules.odds),
        reads=tuple(sorted(rules.reads)),
        amendments=rules.amendments,
    )


@get(
    "/rulesets/{ruleset:str}/schemas",
    operation_id="getSchemas",
    opt=Operation(
        gives=SchemasView, bearer="never", stored=False, problems=(ProblemCode.NO_SUCH_RULESET,)
    ),
    cache_control=PUBLIC,
)
async def get_schemas(ruleset: str) -> Response[bytes]:
    """Get the schemas of a ruleset.

    Use them to generate types, or to check moves before you send them. The answer has the JSON
    Schema of the moves, effects, events and play of a game.
    """
    # This runs in a thread, because the schemas may have to be built first, and moves must not
    # wait.
    body = await to_thread(_schemas, _ruleset(ruleset).name)
    return Response(body, media_type="application/json")


@thread_safe_cache
def _schemas(name: str) -> bytes:
    """Return the encoded schemas. They are cached: they have 0.3 MB, and anyone can request them without a token."""
    rules = RULESETS[name]
    shown = SchemasView(
        samples.with_examples(json_schema.alone(rules.move_type), name, "moves"),
        samples.with_examples(json_schema.alone(rules.effect_type), name, "effects"),
        samples.with_all_examples(json_schema.alone(rules.event_type), name, "events"),
        json_schema.alone(rules.view_type),
    )
    return msgspec.json.encode(shown)


@get(
    "/rulesets/{ruleset:str}/odds/{roll:str}",
    operation_id="getOdds",
    opt=Operation(
        bearer="never",
        problems=(ProblemCode.NO_SUCH_RULESET, ProblemCode.NO_SUCH_PAGE),
    ),
    cache_control=PUBLIC,
)
async def get_odds(ruleset: str, roll: Roll, dice: Dice) -> OddsView:
    """Get the odds of a roll.

    The odds are exact. The ruleset lists the names of its rolls.
    """
    rules = _ruleset(ruleset)
    odds, lowest = rules.odds.get(roll), rules.lowest.get(roll)
    if odds is None:
        raise ProblemError(ProblemCode.NO_SUCH_PAGE)
    chances = enumerate(odds(dice), lowest(dice) if lowest else 0)
    return OddsView(roll, dice, tuple(ChanceView(n, str(p), float(p)) for n, p in chances))
