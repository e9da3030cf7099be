"""Face-down dice in the database and in archives, and after restarts and redactions."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from tests.api.http.test_redactions import redacted
from tests.support import screen
from tests.support.client import Player, Table, played
from tests.support.screen import framed
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.domain.core.text import REDACTED
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.cli import main
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def screened() -> Iterator[None]:
    """Make this process judge as the servers do, with the GM's screen."""
    with screen.installed():
        yield


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, game=screen.__name__) as running:
        yield running


@pytest.fixture
def table(server: Server) -> Table:
    return played(server.http, "Ann", "Bo", until="run")


@pytest.fixture
def ann(table: Table) -> Player:
    return table["Ann"]


@pytest.fixture
async def parts(database: str) -> AsyncIterator[Parts]:
    async with Parts(Settings(database_url=database)).running() as parts:
        yield parts


async def looked_through(parts: Parts, player: Player) -> Verifier | Finding:
    """Verify the session in the database, and return the first fault or the verifier."""
    return await verify_session(parts.database, parts.store, UUID(player.session), lambda _: None)


def shown(player: Player) -> list[str | None]:
    """Return the texts of all notes as this player sees them."""
    return [note["text"] for note in player.see("/notes")["notes"]]


def test_a_restart_between_the_roll_and_its_reveal_changes_nothing(
    server: Server, table: Table
) -> None:
    framed(table["Ann"])
    before = shown(table["Ann"])
    server.stop()
    server.restart()
    assert (shown(table["Ann"]), shown(table["Bo"])) == (before, [None])
    assert framed(table["Ann"])["event"]["dice"][0]["first"] == 3
    for note in ("k1", "k2"):
        table["Ann"].moves("reveal_note", note=note)
    assert shown(table["Bo"])[:1] == before


def test_one_process_reveals_the_dice_of_another(
    database: str, server: Server, table: Table
) -> None:
    framed(table["Ann"])
    with serving(database, game=screen.__name__) as other:
        there = table["Ann"].at(other.http)
        assert framed(there)["event"]["dice"][0]["first"] == 3
        (_, text) = shown(there)
    table["Ann"].moves("reveal_note", note="k2")
    assert shown(table["Bo"]) == [None, text]


async def test_a_session_with_face_down_dice_is_verified(parts: Parts, ann: Player) -> None:
    for move, fields in (
        ("frame", screen.SCENE),
        ("reveal_note", {"note": "k1"}),
        ("frame", screen.SCENE),
        ("reveal_dice", {}),
        ("frame", screen.SCENE),
    ):
        ann.moves(move, **fields)
        assert isinstance(await looked_through(parts, ann), Verifier)
    found = await looked_through(parts, ann)
    assert isinstance(found, Verifier)
    assert (found.dice.verified, found.dice.unrevealed) == (4, 2)


def test_the_command_line_verifies_and_shows_no_values(
    ann: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    framed(ann)
    file = tmp_path / "evening.ndjson"
    file.write_bytes(ann.exported())
    assert main(["verify", str(file)]) == 0
    assert "2 with a seed that is not revealed yet" in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    assert str(shown(ann)[0]) not in capsys.readouterr().out


async def test_dice_are_not_redacted_with_the_texts_of_their_event(
    parts: Parts, ann: Player
) -> None:
    version = framed(ann)["version"]
    (before,) = shown(ann)
    redacted(ann, version)
    event = ann.see(f"/events/{version}")
    assert (event["event"]["move"]["place"], event["sealed"][0]["text"]) == (REDACTED, before)
    ann.moves("reveal_note", note="k1")
    ann.moves("reveal_dice")
    found = await looked_through(parts, ann)
    assert isinstance(found, Verifier), found
    assert (shown(ann), found.dice.verified) == ([before], 2)
