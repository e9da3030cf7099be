"""Write the test vectors of folding: `python -m tests.captures.foldings`.

A vector has the events of a recorded evening. Each event has the changes that it makes in the server's answers.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tests.golden.record import game_of, path_of
from verger.domain.core.decider import Ruleset, State, fold
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.projections import session
from verger.projections.banks import banks
from verger.projections.games import shown_by
from verger.service.root import ROOT

FOLDER = ROOT / "clients" / "folding"
REDACTED = {"coming_and_going": "Hailstorm"}
"""The text that is redacted in the vector of this evening."""
TABLE = ROOT / "clients" / "python" / "verger_client" / "effects.json"
EVENINGS: Mapping[str, str] = {
    "afterverse_herbarium": "",
    "boosts": "control_revoked",
    "coming_and_going": "",
    "disputed_rulings": "",
    "edgerunner_data_run": "",
    "edgerunner_net_run": "",
    "fresh_start": "network_scrapped",
    "house_rules": "interest_lost",
    "venus_apprentices": "",
    "venus_glass_palace": "",
}
"""The evenings with a vector. A long evening's vector ends at its first effect of the given kind.

Together they have every effect that changes a record. They also have a rewind, a left-out move, a correction,
a redaction and a fork.
"""

Shown = dict[str, dict[str, Any]]


def shown(ruleset: Ruleset[Any], state: State[Any], version: int) -> Shown:
    """Return the parts of the server's answers at a version that a vector records."""
    held = _json(banks(ruleset, state, version))
    purses = {"bank": held["bank"]} | {one["account"]: one["tokens"] for one in held["accounts"]}
    play = _json(ruleset.view(state, state.table.gm))
    network = shown_by(ruleset.name).reads.get("network")
    elements = _json(network.of(state, version)) if network else {"nodes": [], "edges": []}
    sheets = play["sheets"] if "sheets" in ruleset.reads else ()
    drawn = of_map(play["map"]) if "map" in ruleset.reads else {}
    counted = {key: {kind: n for kind, n in purse.items() if n} for key, purse in purses.items()}
    return {
        "banks": {account: purse for account, purse in counted.items() if purse},
        "network": {one["id"]: one for one in [*elements["nodes"], *elements["edges"]]},
        "sheets": {one.get("character") or one["id"]: one for one in sheets},
        "map": drawn,
        "seats": {one["id"]: one for one in _json(session.table(ruleset, state))["seats"]},
    }


def of_map(drawn: Mapping[str, Any]) -> dict[str, Any]:
    """Return the zones and borders of a map by id, and the map's other members under `map`."""
    places = [*drawn["zones"], *drawn["borders"]]
    itself = {name: drawn[name] for name in ("name", "metaphorical")}
    return {"map": itself, **{one["id"]: one for one in places}}


def vector(name: str) -> Iterator[str]:
    """Yield the lines of the vector of an evening."""
    ruleset = RULESETS[game_of(name)]
    events = (msgspec.json.decode(event, type=ruleset.event_type) for event in _events(name))
    for line in lines(ruleset, name, (event.effects for event in events)):
        yield line
        if f'"effect":"{EVENINGS[name]}"' in line:
            return


def lines(ruleset: Ruleset[Any], name: str, history: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    """Yield the lines of a vector: first the game, then each event with its changes."""
    known, past = members(ruleset.name), GrowingPast()
    state, before = ruleset.empty, Shown()
    yield _line({"ruleset": ruleset.name, "session": name})
    for version, effects in enumerate(history, 1):
        state = fold(ruleset, state, effects, past)
        past.add(version, state.play, None)
        now = shown(ruleset, state, version)
        changed = {
            part: (_changed if part == "banks" else _patch)(before.get(part, {}), own)
            for part, own in now.items()
        }
        told = {part: change for part, change in changed.items() if change}
        short = [_short(effect, known) for effect in _json(effects)]
        yield _line({"version": version, "effects": short, **told})
        before = now


def members(game: str) -> Mapping[str, set[str]]:
    """For each effect, return the members that the table of folding steps uses."""
    table = json.loads(TABLE.read_text("utf-8"))
    steps = table["shared"]["effects"] | table["games"][game]["effects"]
    used = re.compile(r'{(\w+)}|"(\w+)": "{}"')
    return {
        name: {one or other for one, other in used.findall(json.dumps(own))}
        for name, own in steps.items()
    }


def _short(effect: dict[str, Any], known: Mapping[str, set[str]]) -> dict[str, Any]:
    used = {"effect", *known.get(effect["effect"], ())}
    return {name: value for name, value in effect.items() if name in used}


def _events(name: str) -> Iterable[bytes]:
    _, *events, _ = path_of(name).read_bytes().splitlines()
    gone = json.dumps(REDACTED.get(name, "")).encode()
    return [event.replace(gone, b'"[redacted]"') if name in REDACTED else event for event in events]


def _changed(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the members that are new or different. A removed member is null."""
    gone = dict.fromkeys(key for key in before if key not in now)
    return {
        **gone,
        **{key: one for key, one in now.items() if key not in before or before[key] != one},
    }


def _patch(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the entries that changed, each with the members that changed."""
    entries = _changed(before, now).items()
    return {key: one and _changed(before.get(key) or {}, one) for key, one in entries}


def _json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for evening in EVENINGS:
        (FOLDER / f"{evening}.jsonl").write_text("".join(vector(evening)), "utf-8")
