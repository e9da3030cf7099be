"""The guide to writing a viewer is correct: effects on each thing, balances over time, and proofs of dice."""

import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec
import pytest

from tests.api.docs.test_guides import NODE
from tests.support.client import Json, Player, Table, fought, played
from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS
from tests.support.server import Server
from verger.domain.games.afterverse.model.testing import TestId
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId, ZoneId
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.venus.model.scenes import SceneId
from verger.domain.games.verge.model.network import EdgeId, ElementId, NodeId
from verger.domain.table.sheet import CharacterId

GUIDE = (DOCS / "watching.md").read_text()
SCRIPTS = "\n".join(re.findall(r"```js\n(.*?)```", GUIDE, re.DOTALL))
ASKING = """
const [home, token] = process.argv.slice(1);
const headers = { Authorization: `Bearer ${token}` };
const read = async (path) => (await fetch(home + path, { headers })).json();
"""
TOUCHED: dict[str, set[Any]] = {
    "verge": {ElementId, NodeId, EdgeId},
    "edgerunner": {CharacterId, ZoneId, BorderId, AspectId, TargetId},
    "venus": {CharacterId, SceneId},
    "afterverse": {CharacterId, TestId},
}
"""For each game, the types of ids of the things that viewers draw."""


def members(kind: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the name and type of every field of a message type, at any depth."""
    if get_origin(kind) is not None and not isinstance(get_origin(kind), msgspec.StructMeta):
        for inner in get_args(kind):
            yield from members(inner, name)
    elif isinstance(get_origin(kind) or kind, msgspec.StructMeta):
        for field in msgspec.structs.fields(kind):
            yield from members(field.type, field.encode_name)
    else:
        yield name, kind


@pytest.mark.parametrize("game", TOUCHED)
def test_every_member_that_names_a_touched_thing_is_in_the_guide(game: str) -> None:
    (row,) = re.findall(rf"^\| `{game}` \| .* \| (.*) \|$", GUIDE, re.MULTILINE)
    named = {
        name
        for effect in get_args(RULESETS[game].effect_type)
        for name, kind in members(effect)
        if kind in TOUCHED[game]
    }
    # `acknowledges` names elements with similar labels, which the event does not touch.
    assert set(re.findall(r"`(\w+)`", row)) == named - {"acknowledges"}


def run(player: Player, script: str) -> Any:
    """Run the guide's scripts and then this script, and return its output."""
    if NODE is None:
        pytest.skip("the guide's scripts need Node")
    whole = f"{SCRIPTS}\n{ASKING}\n{script}"
    home = f"{str(player.http.base_url).rstrip('/')}{player.home}"
    asked = [NODE, "--input-type=module", "-e", whole, "--", home, str(player.token)]
    done = subprocess.run(
        asked, check=False, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def told(server: Server) -> Table:
    """Return a table after nonces of all seats, a conflict that was undone, and a scene that was left out."""
    table = played(server.http, "Ann", "Bo", until="run", house_rules={"undo": "gm"})
    ann, bo = table["Ann"], table["Bo"]
    scene = ann.moves("frame", camera="Rain.", place="A quay")["version"]
    bo.moves("give_nonce", nonce="Bo's own: é🎲")
    ann.moves("give_nonce", nonce="Ann's")
    fought(table)
    ann.moves("leave_out", version=scene)
    ann.moves("award_boost", seat="s2", reason="The leap!")
    ann.moves("rewind", to=ann.head - 1)
    return table


def rolled(player: Player) -> list[int]:
    """Return the versions of the events that have dice."""
    return [one["version"] for one in player.log() if one["event"].get("dice")]


def test_balances_equal_the_banks_after_any_undo(told: Table) -> None:
    ann = told["Ann"]
    script = f"for await (const one of balances(read, {ann.head})) found.push(one);"
    found = run(ann, f"const found = []; {script} console.log(JSON.stringify(found));")
    held: dict[str, Json] = {}
    for one in found:
        held.setdefault(one["account"], {})[one["token"]] = one["holds"]
    for account in ann.see("/banks")["accounts"]:
        own = held[account["account"]]
        assert account["tokens"] == {kind: own.get(kind, 0) for kind in account["tokens"]}


def test_dice_are_checked_by_a_browsers_own_cryptography(told: Table) -> None:
    ann = told["Ann"]
    versions = rolled(ann)
    assert {
        bool(one["event"].get("repeats")) for one in ann.log() if one["version"] in versions
    } == {
        True,
        False,
    }
    check = f"""
        const found = [];
        for (const one of {versions}) found.push(await checked(read, one));
        console.log(JSON.stringify(found));
    """
    assert {one for rolls in run(ann, check) for one in rolls} == {None}
    ann.moves("reveal_dice")
    assert {one for rolls in run(ann, check) for one in rolls} == {True}
    forged = check.replace("checked(read", "checked(forging")
    forging = """
        const forging = async (path) => {
          const said = await read(path);
          for (const roll of said.event?.dice ?? []) roll.values[0] = (roll.values[0] % 6) + 1;
          return said;
        };
    """
    assert {one for rolls in run(ann, forging + forged) for one in rolls} == {False}


def test_things_that_a_step_touched_are_found_by_the_names_of_members(told: Table) -> None:
    ann = told["Ann"]
    event = next(one for one in ann.log() if one["type"] == "write_edge")["event"]
    names = ["node", "edge", "element", "source", "target"]
    script = f"[...touched({json.dumps(event['effects'])}, {json.dumps(names)})]"
    drawn = next(one for one in event["effects"] if one["effect"] == "edge_added")
    found = run(ann, f"console.log(JSON.stringify({script}));")
    assert set(found) >= {drawn["edge"], drawn["source"], drawn["target"]}
