"""The figures of Afterverse's server, and the same figures from the model's record."""

from collections.abc import Mapping
from typing import Any

import msgspec

from tests.models.afterverse.allowing import offered
from tests.models.afterverse.outcome import judged, known_of
from tests.models.afterverse.record import Actor, Glitch, Json, Result, Story, Table, Test
from tests.models.following import Seen

_LOGS = ("dispute.", "table.rewind", "table.leave_out")


def shown(seen: Seen) -> Mapping[str, Any]:
    """The figures as the server shows them."""
    view = plain(seen.view())
    found: Json = {
        "step": [view["step"], view["sessions"]],
        "combat": view["combat"],
        "situation": view["situation"],
        "questions": {one["id"]: one["question"] for one in view["questions"]},
        "statements": {one["id"]: _statement(one["statement"]) for one in view["statements"]},
        "retcons": [{"test": None, **one} for one in view["retcons"]],
        "dice astray": [],
        "rolls": [
            [fact["character"], fact["dice"], fact["hits"], fact["sixes"]]
            for fact in seen.facts("test.hits")
            if "sixes" in fact
        ],
        "hits after Take Two": [
            fact["hits"] for fact in seen.facts("chutzpah.take_two") if "hits" in fact
        ],
        "banks": {one["id"]: _without(one, "id") for one in view["banks"]},
        "accounts": seen.banks(),
        "proposals": {one["id"]: _proposal(one) for one in view["proposals"]},
        "awaited": [
            [one["what"], one["seats"], one["rule"], one.get("about", "")]
            for one in plain(seen.awaited())
            if not one["rule"].startswith(_LOGS)
        ],
    }
    found |= {f"sheet {one['id']}": one for one in view["sheets"]}
    for name in ("tests", "done"):
        found[name] = [one["id"] for one in view[name]]
        found |= _parts({f"test {one['id']}": _test(one) for one in view[name]})
    return {**found, **offered(seen)}


def _parts(tests: Mapping[str, Json]) -> Json:
    return {f"{id}: {part}": value for id, test in tests.items() for part, value in test.items()}


def _without(one: Json, *names: str) -> Json:
    return {name: value for name, value in one.items() if name not in names}


def plain(value: Any) -> Any:
    """A value in the form that a client decodes from JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _proposal(one: Json) -> Json:
    return {**_without(one, "id"), "subject": _subject(one["subject"])}


def _subject(one: Json) -> Json:
    """Return a subject, and leave out its empty fields."""
    kept = {name: value for name, value in one.items() if value not in (None, [])}
    if "sheet" in kept:
        kept["sheet"] = _subject(kept["sheet"])
    return kept


def _statement(one: Json) -> Json:
    return {"standing": "declared", "test": None, **one}


_ACTOR = {
    "risk": 0,
    "doubled": 0,
    "helped": 0,
    "pips": 0,
    "dice": None,
    "sealed": None,
    "ready": False,
    "stands": False,
}


def _test(one: Json) -> Json:
    used = [[each["character"], each["use"], each["place"]] for each in one["used"]]
    actors = {f"actor {place}": {**_ACTOR, **each} for place, each in enumerate(one["actors"])}
    return {**_without(one, "id", "actors"), "used": used, **actors}


class Figures:
    """The same figures, computed from the model's record."""

    def __init__(self, table: Table, story: Story) -> None:
        self.table, self.story = table, story

    def all(self) -> Json:
        """List everything except the players that play waits for."""
        story = self.story
        situation = {
            "text": story.situation,
            "looked": {id: times for id, times in story.looked.items() if times},
        }
        found: Json = {
            "step": (story.step, story.sessions),
            "combat": story.combat,
            "situation": situation if story.situation is not None else None,
            "questions": {
                id: {"character": who, "text": text} for id, (who, text) in story.questions.items()
            },
            "statements": story.statements,
            "retcons": story.retcons,
            "banks": {id: self._bank(id) for id in story.banks},
            "accounts": self._accounts(),
            "proposals": {id: self._proposal(id) for id in story.proposals},
            "tests": list(story.tests),
            "done": list(story.done),
        }
        found |= {f"sheet {id}": self._sheet(id) for id in story.characters}
        tests = {**story.tests, **story.done}
        return found | _parts({f"test {id}": self._test(one) for id, one in tests.items()})

    def _accounts(self) -> dict[str, dict[str, int]]:
        kept = {
            account: {kind: number for kind, number in purse.items() if number}
            for account, purse in self.story.purses.items()
        }
        return {account: purse for account, purse in kept.items() if purse}

    def _sheet(self, id: str) -> Json:
        one = self.story.characters[id]
        kinds = ("chutzpah", "awareness", "initiative", "stun")
        points = {kind: self.story.has(id, kind) for kind in kinds}
        return {"id": id, "name": one.name, "seat": one.seat, "sheet": one.sheet, **points}

    def _bank(self, id: str) -> Json:
        one, hits = self.story.banks[id], self.story.holds(f"hits:{id}", "hits")
        return {"name": one.name, "character": one.character, "cap": one.cap, "hits": hits}

    def _proposal(self, id: str) -> Json:
        one = self.story.proposals[id]
        return {
            "by": one.by,
            "subject": _subject(one.subject),
            "asked": one.asked,
            "waiting": one.waiting,
        }

    def _test(self, one: Test) -> Json:
        threshold: Json | None = None
        if one.threshold and one.threshold.note:
            threshold = {"threshold": "hidden", "note": one.threshold.note}
        elif one.threshold:
            threshold = {"threshold": "open", "hits": one.threshold.hits}
        rolls = None if one.lowest is None else ("highest", "lowest")[one.lowest]
        return {
            "about": one.about,
            "form": one.form,
            "threshold": threshold,
            "needed": self._needed(one),
            "ties": one.ties,
            "into": one.into,
            "attacked": list(one.attacked),
            **{f"actor {place}": self._actor(each) for place, each in enumerate(one.actors)},
            "used": one.used,
            "glitches": [self._glitch(each) for each in one.glitches],
            "rolls": rolls if one.form == "teamwork" else None,
            "rolls_borne_out": self._count_borne_out(one),
            "results": [self._result(one, each) for each in one.results],
        }

    def _needed(self, one: Test) -> int | None:
        if one.threshold is None or not self.table.opened(one.threshold.note):
            return None
        return one.threshold.hits

    @staticmethod
    def _actor(one: Actor) -> Json:
        dice = None if one.dice is None else list(one.dice)
        return {**vars(one), "dice": dice}

    def _glitch(self, one: Glitch) -> Json:
        opened = self.table.opened(one.note)
        whose = None
        if opened and one.glitched and self.table.opened(one.picking):
            whose = one.characters[one.picked - 1 if one.picked else 0]
        return {
            "characters": list(one.characters),
            "risk": one.risk,
            "dice": list(one.dice) if opened else [],
            "notes": [note for note in (one.note, one.picking) if note],
            "glitched": one.glitched if opened else None,
            "whose": whose,
        }

    def _count_borne_out(self, one: Test) -> bool | None:
        own = next((each for each in one.glitches if each.leads), None)
        if not one.said or own is None or not self.table.opened(own.note):
            return None
        return own.glitched == one.lowest

    def _result(self, called: Test, one: Result) -> Json:
        known = known_of(self.table, called, one)
        hits, sixes = known or (None, None)
        counts = one.sixes if one.critical == "taken" else one.hits
        return {
            "character": one.character,
            "hits": hits,
            "sixes": sixes,
            "outcome": one.outcome,
            "critical": one.critical,
            "counts": None if called.hidden else counts,
            "told": one.told,
            "borne_out": self._borne_out(called, one, known),
        }

    def _borne_out(self, called: Test, one: Result, known: tuple[int, int] | None) -> bool | None:
        needed = self._needed(called)
        if one.told is None or known is None or needed is None:
            return None
        return one.told == judged(known[0], 0 if called.hidden else known[1], needed)
