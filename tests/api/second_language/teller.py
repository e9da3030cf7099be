"""A client that describes a session in German, with only a catalogue of texts and the API's answers."""

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from jinja2 import Environment

from tests.support.client import Json

CATALOGUE = tomllib.loads(Path(__file__).with_name("deutsch.toml").read_text())
_NAMING: dict[str, tuple[str, Callable[[Json], str]]] = {
    "seat_added": ("seat", lambda effect: effect["name"]),
    "seat_renamed": ("seat", lambda effect: effect["name"]),
    "sheet_written": ("character", lambda effect: effect["name"]),
    "test_called": ("test", lambda effect: effect["about"]),
    "bank_opened": ("bank", lambda effect: effect["opened"]["name"]),
}
"""The effects that create a thing: the field with its id, and how to get its name."""


class Teller:
    """Describes events in German. It remembers the names of things from earlier events."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {"bank": "der Bank"}
        self.owners: dict[str, str] = {}
        self._language = Environment(autoescape=False)  # noqa: S701, it is no page
        self._language.filters |= {
            "name": self._name,
            "owner": self.owners.get,
            "word": self._word,
            "proposal": self.subject,
            "pool": _pool,
        }

    def event(self, told: Json) -> str:
        """Describe an event: its move, its effects, and the rules with their facts."""
        event = told["event"]
        for effect in event["effects"]:
            self._learn(effect)
        return " ".join(filter(None, map(str.strip, self._sentences(event))))

    def _sentences(self, event: Json) -> Iterator[str]:
        move = event["move"]
        yield self._say("moves", move["move"], {**move, "seat": event.get("seat")})
        for applied in event["ruling"]["rules"]:
            yield self._say("rules", applied["rule"], applied["facts"])
        for effect in event["effects"]:
            yield self._say("effects", effect["effect"], {**effect, "effect": effect})

    def subject(self, subject: Json) -> str:
        """Describe the subject of a proposal."""
        return self._say("proposals", subject["subject"], subject)

    def awaited(self, wait: Json) -> str:
        """Describe a request to a seat."""
        return self._say("awaited", wait["what"], {"about": "", **wait})

    def refusal(self, problem: Json) -> str:
        """Describe why a move was refused."""
        return self._say("refusals", problem["code"], problem["facts"])

    def option(self, option: Json) -> str:
        """Describe a possible move, with the names of its fields."""
        fields = ", ".join(CATALOGUE["fields"][field["name"]] for field in option.get("fields", ()))
        return f"{CATALOGUE['options'][option['fixed']['move']]} ({fields})"

    def _say(self, section: str, name: str, values: Json) -> str:
        return self._language.from_string(CATALOGUE[section][name]).render(values)

    def _learn(self, effect: Json) -> None:
        if effect["effect"] in _NAMING:
            field, called = _NAMING[effect["effect"]]
            self.names[effect[field]] = called(effect)
        if effect["effect"] == "bank_opened":
            self.owners[effect["bank"]] = effect["opened"]["character"]
        if effect["effect"] == "proposed":
            self.names[effect["proposal"]] = self.subject(effect["subject"])

    def _name(self, id: str) -> str:
        return self.names[id.rpartition(":")[2]]

    def _word(self, value: str) -> str:
        found: str = CATALOGUE["words"][value]
        return found


def told_of(sentence: str) -> set[str]:
    """Return the parts of a sentence that need no translation: quoted texts, and numbers outside of them."""
    quoted = set(re.findall("“(.*?)”", sentence))
    return quoted | set(re.findall(r"\d+", re.sub("“.*?”", "", sentence)))


def _pool(pool: Json) -> str:
    """Describe the pool of a roll, with the names on the sheet."""
    return " + ".join(str(value) for field, value in pool.items() if field != "pool")
