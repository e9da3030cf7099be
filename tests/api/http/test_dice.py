"""The dice of a session over HTTP: anybody can check them, and nobody can know them in advance."""

import re
from hashlib import sha256
from typing import Any

import pytest

from tests.support.client import Json, Player, Table, forked, fought, of, played
from tests.support.root import DOCS
from tests.support.server import Server

PAGE = DOCS / "dice.md"


def recipe() -> str:
    """Return the script from the guide that checks dice."""
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def checked(session: str, events: list[Json]) -> int:
    """Check dice as the docs say. Return the number of dice whose seed is revealed."""
    names: dict[str, Any] = {}
    exec(recipe(), names)  # noqa: S102  # the docs' own script
    count: int = names["check_all"]((session, item["event"]) for item in events)
    return count


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Run after a conflict."""
    return fought(played(server.http, "Ann", "Bo", until="run"))


def test_dice_of_several_seeds_and_with_everybodys_nonces_are_checked(table: Table) -> None:
    ann, bo = table["Ann"], table["Bo"]
    bo.moves("reveal_dice")
    bo.moves("give_nonce", nonce="Bo's own: \u00e9\U0001f3b2")
    fought(table)
    ann.moves("give_nonce", nonce="Ann's, after Bo's")
    fought(table)
    assert bo.see("/dice")["nonces"] == {
        "s1": "Ann's, after Bo's",
        "s2": "Bo's own: \u00e9\U0001f3b2",
    }
    ann.moves("reveal_dice")
    fought(table)
    before = bo.see("/dice")
    assert checked(table.session, ann.log()) == before["first"] - 1 < before["rolled"]


def test_the_read_shows_what_dice_come_from_and_every_seed_that_is_revealed(bo: Player) -> None:
    before = bo.see("/dice")
    event = bo.moves("reveal_dice")
    shown, version = bo.see("/dice"), event["version"]
    revealed, began = event["event"]["effects"]
    epoch = shown["epochs"][0]
    assert sha256(bytes.fromhex(epoch["seed"])).hexdigest() == epoch["commitment"]
    assert epoch["commitment"] == before["commitment"] == revealed["commitment"]
    assert (epoch["since"], epoch["until"], epoch["session"]) == (1, version, bo.session)
    assert (epoch["first"], epoch["last"], shown["first"]) == (
        1,
        shown["rolled"],
        epoch["last"] + 1,
    )
    assert (shown["commitment"], shown["since"]) == (began["commitment"], version)
    assert event["event"]["revealed"] == {"seed": epoch["seed"], "commitment": began["commitment"]}


def test_the_dice_of_an_older_version_are_read_as_they_were(bo: Player) -> None:
    before = bo.see("/dice")
    bo.moves("give_nonce", nonce="mine")
    bo.moves("reveal_dice")
    assert bo.see("/dice", at=before["version"]) == before
    given = bo.see("/dice", at=before["version"] + 1)
    assert (given["nonces"], given["epochs"]) == ({"s2": "mine"}, [])


def test_a_dry_run_shows_no_seed_and_says_why(bo: Player) -> None:
    answer = bo.move("reveal_dice", query={"dry_run": "true"})
    assert of(answer, 200) == {"verdict": "needs_seed", "version": bo.head}
    assert bo.see("/dice")["epochs"] == []


def test_in_a_fork_earlier_epochs_are_of_the_session_that_rolled_them(table: Table) -> None:
    ann, bo = table["Ann"], table["Bo"]
    bo.moves("reveal_dice")
    fork = forked(ann)["Ann"]
    shown = fork.see("/dice")
    assert (shown["session"], shown["since"]) == (fork.session, ann.head + 1)
    assert [epoch["session"] for epoch in shown["epochs"]] == [ann.session]
    assert fork.see("/dice", at=ann.head)["session"] == ann.session
