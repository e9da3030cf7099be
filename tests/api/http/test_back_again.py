"""An archived session comes back unchanged when its archive is imported, and play continues."""

import json
from collections.abc import Iterator
from functools import partial
from uuid import uuid4

import pytest

from tests.api.conftest import Pair, a_pair
from tests.api.http.test_dice import checked
from tests.api.http.test_redactions import redacted
from tests.service.cli.test_command_line import said, verger
from tests.support.app import app_key
from tests.support.bot import Bot
from tests.support.client import Client, Player, forked, fought, of, played
from tests.support.ended import end
from tests.support.onlooker import lets_in, onlooker
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.server import SECRET_KEY
from verger.domain.games.rulesets import RULESETS
from verger.service.log.row import Row

pytestmark = pytest.mark.thorough

MOVES = 40
"""The number of moves that bots make before the session is archived, and again after it is back."""


@pytest.fixture
def own_pair(postgres_url: str) -> Iterator[Pair]:
    """Start two servers on a database that nothing else uses."""
    with a_pair(postgres_url) as found:
        yield found


def archived(pair: Pair, player: Player) -> bytes:
    """End a session as archived, wait until both servers know this, and return its archive."""
    archive = player.exported()
    end(pair[2], player.session)
    for server in pair[:2]:
        until(
            partial(player.at(server.http).get, player.home), lambda told: told.status_code == 410
        )
    return archive


def is_here(pair: Pair, player: Player) -> None:
    """Wait until both servers serve a player again."""
    for server in pair[:2]:
        until(
            partial(player.at(server.http).get, player.home), lambda told: told.status_code == 200
        )


def back(pair: Pair, player: Player) -> bytes:
    """Archive a session. Then let one of its players import the archive at the other server."""
    archive = archived(pair, player)
    assert of(player.at(pair[1].http).imports(archive), 201)["is_played_on"]
    is_here(pair, player)
    return archive


def rows(url: str, session: str) -> str:
    """Return everything in the database about a session's events and players."""
    its, columns = f"WHERE session = '{session}' ORDER BY", ", ".join(Row._fields)
    return execute(
        url,
        f"SELECT {columns} FROM events {its} version; SELECT * FROM token_seats {its} seat, token;"  # noqa: S608
        f" SELECT * FROM readers {its} token; SELECT * FROM open_sessions {its} 1;"
        f" SELECT session, at FROM deadlines {its} 1",
    )


@pytest.mark.parametrize("game", RULESETS)
def test_every_game_goes_on_as_if_it_had_never_been_away(own_pair: Pair, game: str) -> None:
    one, two, url = own_pair
    table = played(one.http, "Ann", "Bo", "Cy", ruleset=game)
    bot = Bot(table, game, seed=1)
    for _ in range(MOVES):
        bot.go_on()
    before = rows(url, table.session)
    back(own_pair, table["Ann"])
    assert rows(url, table.session) == before
    bot.players = [player.at(two.http) for player in bot.players]
    for _ in range(MOVES):
        bot.go_on()
    environment = {"DATABASE_URL": url, "VERGER_SECRET_KEYS": SECRET_KEY}
    told = said(verger("verify", "--all", environment=environment))
    assert told.startswith("1 of 1 sessions verified")


def test_dice_go_on_under_the_seed_that_was_committed_to(pair: Pair) -> None:
    table = fought(played(pair[0].http, "Ann", "Bo", until="run"))
    ann, bo = table["Ann"], table["Bo"]
    before = ann.see("/dice")
    back(pair, ann)
    assert ann.see("/dice") == before
    fought(table)
    rolled = ann.see("/dice")["rolled"]
    assert rolled > before["rolled"] > 0
    revealed = bo.moves("reveal_dice")["event"]["effects"][0]
    assert revealed["commitment"] == before["commitment"]
    assert checked(table.session, ann.log()) == rolled


def test_sealed_parts_are_there_only_for_their_readers(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo", "Cy")
    table["Ann"].moves("seal_note", text="The heir is the doctor.", eyes=["s2"])
    table["Cy"].moves("seal_note", text="The butler.", eyes=[])
    seen = {player.seat: player.exported() for player in table}
    assert [seen[seat].count(b"The heir is the doctor.") for seat in seen] == [1, 1, 0]
    back(pair, table["Cy"])
    assert {player.seat: player.exported() for player in table} == seen
    table["Ann"].moves("reveal_note", note="k1")
    table["Cy"].moves("reveal_note", note="k2")
    texts = [note["text"] for note in table["Bo"].see("/notes")["notes"]]
    assert texts == ["The heir is the doctor.", "The butler."]


def test_a_request_that_was_answered_before_is_answered_the_same_after(pair: Pair) -> None:
    table, key = played(pair[0].http, "Ann", "Bo"), uuid4().hex
    made = table["Bo"].draws_a_line("Spiders.", key=key)
    back(pair, table["Ann"])
    assert table["Bo"].draws_a_line("Spiders.", key=key) == made
    a_problem(table["Bo"].move("add_limit", kind="line", text="Rats.", key=key), "key_reused")


def test_an_importer_is_admitted_only_to_their_former_seat(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo")
    stranger = Client(pair[0].http, played(pair[0].http, "Cy")["Cy"].token)
    archive = archived(pair, table["Ann"])
    assert of(stranger.imports(archive), 201)["is_played_on"]
    is_here(pair, table["Bo"])
    a_problem(stranger.get(table["Bo"].home), "no_such_session")
    table["Bo"].draws_a_line("Rats.")


def test_a_session_is_archived_and_comes_back_any_number_of_times(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo")
    for _ in range(3):
        table["Bo"].draws_a_line("Rats.", key=uuid4().hex)
        before = rows(pair[2], table.session)
        archive = back(pair, table["Ann"])
        assert rows(pair[2], table.session) == before
        assert table["Ann"].exported() == archive


def test_a_fork_comes_back_to_its_parent_and_continues(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo")
    fork = forked(table["Ann"])
    fork["Ann"].draws_a_line("Rats.", key=uuid4().hex)
    lines = [(player, archived(pair, player)) for player in (fork["Ann"], table["Ann"])]
    for player, archive in reversed(lines):
        of(player.imports(archive), 201)
        is_here(pair, player)
        player.draws_a_line("Mice.")
    a_problem(table["Ann"].ask("DELETE", table["Ann"].home), "not_given_up")
    assert fork["Ann"].log()[:2] == table["Ann"].log()[:2]


def test_onlookers_look_on_again_and_readers_read(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo")
    lets_in(table, "anyone")
    back(pair, table["Ann"])
    assert onlooker(table).head == table["Ann"].head


def test_a_redacted_session_is_redacted_when_it_is_back(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo")
    version = table["Bo"].draws_a_line("Gerda Zwiebel", key=uuid4().hex)["version"]
    redacted(table["Bo"], version)
    before = rows(pair[2], table.session)
    archive = archived(pair, table["Ann"])
    assert b"Zwiebel" not in archive
    told = json.loads(archive.splitlines()[version])["event"]["move"]["text"]
    forged = archive.replace(told.encode(), b"Gerda Zwiebel")
    assert forged != archive
    a_problem(table["Ann"].imports(forged), "wrong_archive")
    of(table["Ann"].imports(archive), 201)
    assert rows(pair[2], table.session) == before


def test_an_app_gets_its_session_back_if_it_has_room(pair: Pair) -> None:
    key = app_key(pair[2], sessions=1)
    ann = Client(pair[0].http, key)
    body = {"title": "Low Tide", "seats": [{"kind": "gm", "name": "Ann"}]}
    session = of(ann.post("/v1/sessions", body), 201)["session"]
    own = Player(pair[0].http, key, session, "")
    kept = own.get(f"{own.home}/export")
    query = {"archived": "true"}
    gone = own.ask("DELETE", own.home, params=query, headers={"If-Match": kept.headers["etag"]})
    assert gone.status_code == 204
    other = Player(pair[0].http, key, of(ann.post("/v1/sessions", body), 201)["session"], "")
    told = a_problem(own.imports(kept.content), "session_quota")["facts"]
    assert told == {"sessions_allowed": 1, "sessions_held": 1}
    assert other.ask("DELETE", other.home).status_code == 204
    assert of(own.imports(kept.content), 201)["is_played_on"]
    listed = of(own.get("/v1/sessions"), 200)["sessions"]
    assert [one["session"] for one in listed] == [session]
    of(own.post(f"{own.home}/seats/s1/code", {}), 201)


def test_the_feed_returns_its_newest_event_once_more(pair: Pair) -> None:
    table = played(pair[0].http, "Ann", "Bo")
    ann = table["Ann"]
    after = until(lambda: ann.read("/v1/feed", after="now"), lambda page: page["is_all"])["after"]
    back(pair, ann)
    made = ann.draws_a_line("Rats.")["version"]

    def told() -> list[int]:
        return [item["version"] for item in ann.read("/v1/feed", after=after)["items"]]

    assert until(told, lambda versions: made in versions) == [made - 1, made]


def test_an_import_that_is_archived_comes_back_as_an_import(pair: Pair, own_pair: Pair) -> None:
    table = played(own_pair[0].http, "Ann", "Bo")
    cy = Client(pair[0].http, played(pair[0].http, "Cy")["Cy"].token)
    archive = table["Ann"].exported()
    assert not of(cy.imports(archive), 201)["is_played_on"]
    end(pair[2], table.session)
    assert not of(cy.imports(archive), 201)["is_played_on"]
    reader = Player(pair[0].http, cy.token or "", table.session, "")
    a_problem(reader.move("add_limit", kind="line", text="Rats."), "read_only")
