"""Write a sample of every move, effect and event of each game: python -m tests.captures.samples.

They come from a game's recorded evenings. Parts that all games share can also come from evenings of other games.
A move is shown as a client sends it.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, get_args, get_origin

import jsonschema_rs
import msgspec

from tests.captures.lines import lines
from tests.captures.told import Step, Table
from tests.golden.record import NAMES, game_of
from tests.support.log import evening
from verger.domain.core.decider import Event, Ruleset
from verger.domain.games.rulesets import RULESETS
from verger.service.schema import json_schema
from verger.service.schema.samples import path_of

Json = dict[str, Any]
Samples = dict[str, Json]

FORMS = ("moves", "effects", "events")


Log = list[Event[Any, Any]]

SEATS = (
    Step("s1", {"move": "add_seat", "kind": "player", "name": "Cy"}),
    Step("s1", {"move": "remove_seat", "seat": "s3"}),
)
"""A seat is added and removed again. Not every game has an evening with these moves."""


def logs(ruleset: Ruleset[Any]) -> Iterator[Log]:
    """The recorded play of a game."""
    yield from (evening(name) for name in NAMES if game_of(name) == ruleset.name)
    yield Table(ruleset=ruleset.name, seats=("Ann", "Bo"), then=SEATS).game().log


def tags(union: Any) -> dict[str, type[msgspec.Struct]]:
    """The classes of a union, by their tags."""
    classes = [get_origin(kind) or kind for kind in get_args(union)]
    return {str(kind.__struct_config__.tag): kind for kind in classes}


def samples(ruleset: Ruleset[Any], form: str) -> Samples:
    """Return a sample for each tag: the one with the most fields, and of these the shortest."""
    wanted = tags(union(ruleset, form))
    found: Samples = {}
    for game in (ruleset.name, *(name for name in RULESETS if name != ruleset.name)):
        known = [one for one in _of_form(form, game) if one[0] in set(wanted) - set(found)]
        for tag, sample in sorted(known, key=lambda one: _rank(form, one[1])):
            if tag not in found and _validator(ruleset.name, form).is_valid(sample):
                found[tag] = sample
    return dict(sorted(found.items()))


@cache
def _validator(ruleset: str, form: str) -> jsonschema_rs.Draft202012Validator:
    kind = getattr(RULESETS[ruleset], f"{form[:-1]}_type")
    return jsonschema_rs.Draft202012Validator(json_schema.alone(kind))


def union(ruleset: Ruleset[Any], form: str) -> Any:
    """Return the union whose tags need a sample. For events, it is the union of recorded moves."""
    if form == "events":
        return get_args(ruleset.event_type)[0]
    return ruleset.move_type if form == "moves" else ruleset.effect_type


def _rank(form: str, sample: Json) -> tuple[int, int, str]:
    text = json.dumps(sample)
    return 0 if form == "events" else -len(sample), len(text), text


@cache
def _of_form(form: str, game: str) -> Sequence[tuple[str, Json]]:
    return tuple(_found(form, game))


@cache
def _told(game: str) -> Sequence[list[Json]]:
    """The recorded play of a game, as JSON."""
    return tuple([json.loads(msgspec.json.encode(log)) for log in logs(RULESETS[game])])


def _found(form: str, game: str) -> Iterator[tuple[str, Json]]:
    for told in _told(game):
        for event in told:
            match form:
                case "moves":
                    yield from _sent(event, told, RULESETS[game])
                case "effects":
                    yield from ((effect["effect"], effect) for effect in event["effects"])
                case _:
                    yield event["move"]["move"], event


def _sent(event: Json, log: list[Json], ruleset: Ruleset[Any]) -> Iterator[tuple[str, Json]]:
    """Yield a move as the client sent it, without the parts that the server added."""
    move = event["move"]
    kind = tags(ruleset.move_type).get(move["move"])
    if kind is None:
        return
    sent = {name: part for name, part in move.items() if name in ("move", *kind.__struct_fields__)}
    if move["move"] == "seal_note":
        text = _revealed(event, log)
        if text is None:
            return
        sent["text"] = text
    threshold = sent.get("threshold")
    if isinstance(threshold, dict) and "digest" in threshold:
        text = _revealed(event, log)
        if text is None:
            return
        sent["threshold"] = {"threshold": "hidden", "hits": int(text)}
    yield move["move"], sent


def _revealed(event: Json, log: list[Json]) -> str | None:
    """Return the text of a sealed note, or None if nobody revealed the note in this log."""
    notes = [effect["note"] for effect in event["effects"] if "note" in effect]
    told = (one["move"] for one in log if one["move"]["move"] == "reveal_note")
    return next((move.get("text") for move in told if move["note"] in notes), None)


def shown(ruleset: Ruleset[Any]) -> str:
    """Return the text of the file of a game's samples."""
    return lines(
        {form[:-1]: tag, "sample": sample}
        for form in FORMS
        for tag, sample in samples(ruleset, form).items()
    )


if __name__ == "__main__":
    for game in RULESETS.values():
        path_of(game.name).write_text(shown(game))
