"""An example of every schema that a captured request or answer has a value of: the shortest one."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec

from domain.core.decider import Ruleset, State, fold
from domain.core.identifier import SessionId
from domain.core.past import GrowingPast
from domain.games.rulesets import RULESETS
from domain.judging.offer import options_of
from domain.judging.rejudge import mover
from projections import disputes
from projections.dice import dice
from projections.diff import document as document_of
from projections.disputes import Desk, precedents
from projections.session import OptionsView
from service.problem.captured import captured
from service.schema import samples as published
from tests.captures.capture import Json
from tests.captures.stories import EVENINGS, story_of
from tests.captures.told import Table, stories
from tests.golden.record import NAMES, game_of
from tests.golden.stored import SHARED, samples
from tests.support.contract import document, resolved
from tests.support.log import evening

Found = Iterator[tuple[str, Any]]


Values = Iterable[tuple[Json, Any]]

OF_NO_GAME = ""


def of_components(
    operations: Mapping[str, Sequence[Json]], messages: Iterable[Json]
) -> dict[str, dict[str, Any]]:
    """The examples of components by their names, of each game whose play shows them, or of none."""
    shortest: dict[str, tuple[str, str]] = {}
    for whose, values in (
        (OF_NO_GAME, _values(operations)),
        (OF_NO_GAME, _sent(messages)),
        *((game, _recorded(game)) for game in RULESETS),
        (OF_NO_GAME, _of_problems()),
    ):
        for name, found in (part for schema, value in values for part in _parts(schema, value)):
            # A schema's own references would be taken for the document's.
            text = json.dumps(_without_references(found))
            if name not in shortest or len(text) < len(shortest[name][0]):
                shortest[name] = text, whose
    return {
        whose: {
            name: json.loads(text) for name, (text, of) in sorted(shortest.items()) if of == whose
        }
        for whose in (OF_NO_GAME, *RULESETS)
    }


def _without_references(part: Any) -> Any:
    """A value without what refers to elsewhere in it, and without what is referred to."""
    if isinstance(part, list):
        return [_without_references(one) for one in part if not _is_reference(one)]
    if not isinstance(part, dict):
        return part
    kept = {
        name: _without_references(inner)
        for name, inner in part.items()
        if name not in ("$defs", "$ref")
    }
    return {name: inner for name, inner in kept.items() if inner != [] or part[name] == []}


def _is_reference(part: Any) -> bool:
    return isinstance(part, dict) and "$ref" in part


def _recorded(game: str) -> Values:
    """What logs hold of a game, with the schemas that it has there and as a request."""
    for place in (SHARED, game):
        for form, names in _NAMES.items():
            for sample in samples(place, form):
                yield from _as_named(json.loads(sample), [game.title() + n for n in names])
    for told in stories():
        if game in (told.table.ruleset, told.table.evening and game_of(told.table.evening)):
            for move in (told.move, *(step.move for step in told.table.then)):
                yield from _as_named(move, [f"{game.title()}Move"])
    if game in EVENINGS:
        yield {"$ref": f"{_REF}StoryView"}, _plain(story_of(evening(EVENINGS[game])))
    yield from _seen(game)
    for sample in samples(game, "events"):
        yield {"$ref": f"{_REF}Event"}, json.loads(sample)
    for shown in published.samples(game, "events").values():
        yield {"$ref": f"{_REF}Event"}, shown
    for shown in published.samples(game, "moves").values():
        yield {"$ref": f"{_REF}{game.title()}Move"}, shown


def _sent(messages: Iterable[Json]) -> Values:
    """What a server sends unasked, with the schemas of its webhooks."""
    for told in document()["webhooks"].values():
        (form,) = told["post"]["requestBody"]["content"].values()
        fitting = (one for one in messages if _fits(json.dumps(form["schema"]), one))
        yield from ((form["schema"], one) for one in fitting)


def _of_problems() -> Values:
    for one in captured().values():
        yield {"$ref": f"{_REF}ProblemBody"}, one["response"]["body"]


_REF = "#/components/schemas/"
_NAMES = {"moves": ("RecordedMove", "Move"), "effects": ("Effect",)}
_STEP = 20
"""Events of an evening between two looks at it."""


def _as_named(value: Any, names: Iterable[str]) -> Values:
    for name in names:
        schema = {"$ref": _REF + name}
        # A move that the server makes itself nobody may ask for.
        if not name.endswith("Move") or _fits(json.dumps(schema), value):
            yield schema, value


def _seen(game: str) -> Values:
    """What the seats of the game's evenings saw now and then, and what they might do."""
    ruleset, known = RULESETS[game], set[type]()
    for name in NAMES:
        if game_of(name) == game:
            state, past = ruleset.empty, GrowingPast()
            desk = Desk(f"/v1/sessions/{Table(name).session}", ruleset)
            for number, event in enumerate(evening(name), 1):
                for one in precedents(desk, event.ruling, state.table.disputes):
                    yield {"$ref": f"{_REF}PrecedentView"}, _plain(one)
                state = fold(ruleset, state, event.effects, past)
                past.add(number, state.play, mover(event))
                yield from _as_named(
                    _plain(event.move), [game.title() + n for n in _NAMES["moves"]]
                )
                for effect in event.effects:
                    yield from _as_named(_plain(effect), [f"{game.title()}Effect"])
                # Also after what has not happened before: much of a play does not last.
                if number % _STEP == 0 or {type(one) for one in event.effects} - known:
                    yield from _looked_at(ruleset, state, number, desk)
                known |= {type(one) for one in event.effects}


def _looked_at(ruleset: Ruleset[Any], state: State[Any], number: int, desk: Desk) -> Values:
    """The reads of a session at a version."""
    game, table = ruleset.name.title(), state.table
    seat = table.seats[-1].id
    read = msgspec.to_builtins(document_of(ruleset, state, seat, number), enc_hook=dict)
    yield {"$ref": f"{_REF}{game}Play"}, _plain(ruleset.view(state, seat))
    yield {"$ref": f"{_REF}TableView"}, _plain(read["state"]["table"])
    if "network" in read:
        yield {"$ref": f"{_REF}NetworkView"}, _plain(read["network"])
    for one in table.sitting:
        shown = OptionsView(number, one, tuple(options_of(ruleset, state, number, one)))
        yield {"$ref": f"{_REF}OptionsView"}, _plain(shown)
    for id, dispute in (*table.disputes.open.items(), *table.disputes.closed.items()):
        yield {"$ref": f"{_REF}DisputeView"}, _plain(disputes.shown(desk, id, dispute))
    session = SessionId(desk.home.rpartition("/")[2])
    yield {"$ref": f"{_REF}DiceView"}, _plain(dice(table, number, lambda _: session))


def _plain(shown: Any) -> Any:
    return json.loads(msgspec.json.encode(shown))


def _values(operations: Mapping[str, Sequence[Json]]) -> Iterator[tuple[Json, Any]]:
    """What was sent and answered as JSON, each with its schema."""
    for methods in document()["paths"].values():
        for operation in methods.values():
            for kept in operations.get(operation["operationId"], ()):
                response = resolved(operation["responses"][str(kept["response"]["status"])])
                sides = (
                    (operation.get("requestBody", {}), kept["request"]),
                    (response, kept["response"]),
                )
                for described, side in sides:
                    form = described.get("content", {}).get("application/json")
                    if form and isinstance(side.get("body"), dict):
                        yield form["schema"], side["body"]


def _parts(schema: Json, value: Any) -> Found:
    """The components that a value and its parts are of."""
    if reference := schema.get("$ref"):
        schema = resolved(schema)
        if isinstance(value, dict):
            yield reference.rpartition("/")[2], value
    yield from _parts(_chosen(schema, value), value) if _CHOICES & set(schema) else ()
    for one in schema.get("allOf", ()):
        yield from _parts(one, value)
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        for name, inner in value.items():
            described = known.get(name, others)
            yield from _parts(described, inner) if isinstance(described, dict) else ()
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for inner in value:
            yield from _parts(schema["items"], inner)


_CHOICES = {"anyOf", "oneOf"}


def _chosen(schema: Json, value: Any) -> Json:
    """Which of several schemas a value is of: by its tag where it has one."""
    told = schema.get("discriminator", {})
    tag = value.get(told.get("propertyName")) if isinstance(value, dict) else None
    if reference := told.get("mapping", {}).get(tag):
        return {"$ref": reference}
    several = (one for choice in _CHOICES for one in schema.get(choice, ()))
    return next(one for one in several if _fits(json.dumps(one), value))


def _fits(schema: str, value: Any) -> bool:
    return _validator(schema).is_valid(value)


@cache
def _validator(schema: str) -> jsonschema_rs.Draft202012Validator:
    whole = json.loads(schema) | {"components": document()["components"]}
    return jsonschema_rs.Draft202012Validator(whole)
