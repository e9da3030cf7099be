"""If a session has a damaged page, its requests report this, and all other sessions continue."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from tests.support.app import app_key
from tests.support.client import Client, Player, forked, of, seated
from tests.support.damaged import (
    INDEX,
    LINES,
    LOG,
    MANY,
    NARROW,
    Play,
    damage,
    draw_lines,
    page_of,
    playing,
)
from tests.support.patience import until
from tests.support.postgres import execute
from tests.support.problems import a_problem
from tests.support.receiver import QUICK, Answer, Receiver, hooked, hooked_widely
from tests.support.socket import ending, listening
from tests.support.stated import UNASKED, stated
from verger.service.edge.form import NDJSON

pytestmark = pytest.mark.thorough

WANTED = {"quicker": QUICK, "verger_webhook_private_targets": "on", **UNASKED}
DAMAGED = "a part of the database is damaged"
SEATS = [{"kind": "gm", "name": "Ann"}]
ENABLE = "UPDATE webhooks SET disabled_at = NULL, disabled_because = NULL"
EVENT = 40
"""The version of an event of Ann's session on a damaged page."""
LINE = {"move": "add_limit", "kind": "line", "text": "Eels."}


@pytest.fixture
def play() -> Iterator[Play]:
    with playing(**WANTED) as play:
        # As autovacuum does. With statistics, PostgreSQL would choose to scan a small table.
        execute(play.held.url, "VACUUM ANALYZE")
        yield play


def club_of(play: Play) -> tuple[Client, Player, Player]:
    """Return an app with two sessions whose events are on different pages of the disk, and a player in each."""
    club = Client(play.server.http, app_key(play.held.url, "The Salt Club"))
    first = _begun(club)
    draw_lines(play.ann, MANY)
    return club, first, _begun(club)


def _begun(club: Client) -> Player:
    begun = of(club.post("/v1/sessions", {"title": "Low Tide", "seats": SEATS}), 201)
    return seated(club.http, begun["seats"][0]["claim_code"])


@contextmanager
def away(play: Play) -> Iterator[None]:
    """Stop the server, and start it afterwards with empty memory."""
    play.server.stop()
    yield
    play.server.restart()


def heap(play: Play, lost: str, kept: str) -> None:
    # The forks are on the last page, where new events are written.
    damage(play.held, LOG, range(page_of(play, EVENT), 10_000), of=[play.ann.session])


def index(play: Play, lost: str, kept: str) -> None:
    of, but = [play.ann.session, lost], [play.other.session, kept]
    damage(play.held, INDEX, of=of, but=but)


def requests(ann: Player) -> list[Callable[[], httpx.Response]]:
    """Return functions that send requests for the head of Ann's session or for an event after the damage."""
    home = ann.home
    return [
        lambda: ann.get(f"{home}/events/{EVENT}"),
        lambda: ann.get(f"{home}/export", {"Accept": NDJSON}),
        lambda: ann.get(f"{home}/checkpoint"),
        lambda: ann.get(f"{home}/story"),
        lambda: ann.get(f"{home}/notes"),
        lambda: ann.post(f"{home}/moves", LINE),
        lambda: ann.post(f"{home}/forks", {}),
        lambda: ann.post(f"{home}/redactions", {"versions": [EVENT], "reason": "It is a name."}),
        lambda: ann.post(f"{home}/seats", {"kind": "player", "name": "Dee"}),
        lambda: ann.post(
            f"{home}/webhooks", {"url": "http://127.0.0.1:9/", "description": "A bot."}
        ),
    ]


@pytest.mark.parametrize("where", [heap, index])
def test_every_request_names_the_session_and_lists_have_the_others(
    play: Play, where: Callable[[Play, str, str], None]
) -> None:
    ann, other = play.ann, play.other
    made: dict[bool, Player] = {}
    while len(made) < 2:
        one = forked(ann, version=5)["Ann"]
        made[one.session < play.third.session] = one
    kept, lost = made[True].session, made[False].session
    execute(play.held.url, NARROW)
    # If the token of a webhook gets a seat in a session, the database looks at the session's newest event.
    hooked_widely(ann, "http://127.0.0.1:9/")
    with away(play):
        where(play, lost, kept)
    for ask in requests(ann):
        problem = a_problem(ask(), "log_damaged")
        assert problem["facts"]["session"] == ann.session
    listed = {one["session"] for one in ann.read("/v1/sessions")["sessions"]}
    # Without its index, not even the events before the fork can be read.
    assert kept in listed or where is index
    forks = [one["session"] for one in ann.see("/forks")["forks"]]
    assert kept in forks
    # With damaged events, the fork's own event is on a good page. With a damaged index, it cannot be found.
    assert lost not in forks or where is heap
    feed = {(one["session"], one["version"]) for one in ann.read("/v1/feed", limit=500)["items"]}
    assert ((kept, 6) in feed) == (where is heap)
    with listening(ann) as link:
        assert ending(link) == (1011, "log_damaged")
    archive = other.get(f"{other.home}/export", {"Accept": NDJSON}).content
    again = other.imports(archive)
    a_problem(again, "session_exists")
    other.draws_a_line("Rats.")
    assert not [line for line in play.server.lines if line["event"] == "internal_error"]


def test_the_feed_goes_on_if_the_newest_event_cannot_be_read(play: Play) -> None:
    ann = play.ann
    draw_lines(ann, MANY)
    newest = ann.head
    with away(play):
        damage(play.held, LOG, range(page_of(play, newest), 10_000))
    of(play.other.post(f"{play.other.home}/moves", LINE), 503)
    found = [one["version"] for one in ann.read("/v1/feed", limit=500)["items"]]
    assert found == list(range(1, len(found) + 1))
    assert LINES < len(found) < newest


def test_a_session_that_cannot_begin_on_a_damaged_page_is_not_called_damaged(play: Play) -> None:
    def begin() -> httpx.Response:
        return Client(play.server.http).post("/v1/sessions", {"title": "Tide", "seats": SEATS})

    begun = sorted(of(begin(), 201)["session"] for _ in range(50))
    execute(play.held.url, NARROW)
    with away(play):
        damage(play.held, INDEX, of=begun[:25], but=begun[25:])
    tried = [begin() for _ in range(20)]
    refused = [answer for answer in tried if answer.status_code != 201]
    assert 0 < len(refused) < len(tried)
    for answer in refused:
        assert a_problem(answer, "unavailable")["facts"] == {"cause": DAMAGED}
    reasons = [line["reason"] for line in play.server.told(event="database_damaged")]
    assert len(reasons) == len(set(reasons)) > 0


def test_webhooks_of_other_sessions_go_on(play: Play, receiver: Receiver) -> None:
    club, first, second = club_of(play)
    wide = hooked_widely(club, f"{receiver.url}/wide")
    narrow = hooked(first, f"{receiver.url}/first")
    # Their deliveries are made after the damage.
    wide.change(enabled=False)
    narrow.change(enabled=False)
    for player in (first, second):
        draw_lines(play.ann, MANY)
        player.draws_a_line("Spiders.")
    with away(play):
        damage(play.held, LOG, of=[first.session])
    server = play.server
    execute(play.held.url, ENABLE)
    version = second.draws_a_line("Rats.")["version"]
    until(lambda: _told_of(receiver, "wide"), lambda found: (second.session, version) in found)
    narrow.sends("ping")
    until(lambda: [one for one in receiver.received if one.said["type"] == "webhook.ping"])
    told = _told_of(receiver, "wide")
    assert {session for session, _ in told} == {second.session}
    assert server.told(event="log_damaged", session=first.session)
    assert not [
        line for line in server.lines if line["event"] in ("webhook_postponed", "webhooks_not_read")
    ]
    rests = "SELECT bool_and(rests_until > now()) FROM webhook_logs WHERE session = '{}'"
    assert execute(play.held.url, rests.format(first.session)) == "t"
    assert execute(play.held.url, rests.format(second.session)) == "f"


def _told_of(receiver: Receiver, path: str) -> set[tuple[str, int]]:
    """Return the session and version of each move that a webhook received."""
    return {
        (one.said["data"]["session"], one.said["data"]["version"])
        for one in list(receiver.received)
        if one.path.endswith(path) and one.said["type"] == "session.moved"
    }


FILL = """
INSERT INTO webhooks (id, session, seat, url, types, description, disabled_at, disabled_because)
SELECT gen_random_uuid(), '{session}', 's9', 'https://example.org/', '{{}}', 'filler', now(), 'paused'
FROM generate_series(1, 300);
INSERT INTO webhook_logs (webhook, session, cursor)
SELECT id, session, 1000 FROM webhooks WHERE description = 'filler' ON CONFLICT DO NOTHING;
INSERT INTO deliveries (id, webhook, type, at, state)
SELECT gen_random_uuid(), id, 'webhook.ping', now(), 'delivered' FROM webhooks WHERE description = 'filler';
"""
"""Fills pages with the rows of webhooks that do nothing."""


def page_with(play: Play, table: str, damaged: str, other: str) -> int:
    """Move the row of a webhook to a page without the row of the other webhook, and return that page."""
    url, session = play.held.url, play.ann.session
    key = "id" if table == "webhooks" else "webhook"
    page = f"SELECT (ctid::text::point)[0] FROM {table} WHERE {key} = '{{}}'"  # noqa: S608
    execute(url, f"VACUUM FULL {table}")
    execute(url, FILL.format(session=session))
    # The first page is full, so the row gets a place on the last one.
    execute(url, f"UPDATE {table} SET {key} = {key} WHERE {key} = '{damaged}'")  # noqa: S608
    execute(url, FILL.format(session=session))
    found = int(execute(url, page.format(damaged)))
    assert found > int(execute(url, page.format(other)))
    return found


@pytest.mark.parametrize("table", ["webhooks", "webhook_logs", "deliveries"])
def test_a_damaged_page_stops_only_the_webhooks_with_rows_on_it(
    play: Play, receiver: Receiver, table: str
) -> None:
    receiver.always = Answer(500)
    damaged = hooked(play.ann, f"{receiver.url}/damaged")
    other = hooked(play.other, f"{receiver.url}/other")
    for hook in (damaged, other):
        hook.player.draws_a_line("Rats.")
        hook.tried(1)
    receiver.always = Answer()
    play.server.stop()
    execute(play.held.url, "UPDATE deliveries SET next_at = now() WHERE state = 'pending'")
    execute(play.held.url, "UPDATE webhooks SET rests_until = now(), leased_until = now()")
    page = page_with(play, table, damaged.id, other.id)
    damage(play.held, table, range(page, page + 1))
    play.server.restart()
    # A poll finds the delivery that was due, and a move wakes the dispatcher.
    other.settled(1)
    for hook in (damaged, other):
        hook.player.draws_a_line("Cats.")
    other.settled(2)
    stopped = {line["webhook"] for line in play.server.told(event="webhook_damaged")}
    assert damaged.id in stopped
    assert other.id not in stopped
    assert not [line for line in play.server.lines if line["event"] == "webhooks_not_read"]


def test_a_head_that_cannot_be_read_keeps_no_other_log_from_being_read_for_webhooks(
    play: Play, receiver: Receiver
) -> None:
    club, first, second = club_of(play)
    hooked_widely(club, f"{receiver.url}/wide")
    with away(play):
        damage(play.held, LOG, of=[first.session])
    # All heads are unknown, as after a takeover by a standby.
    execute(play.held.url, "UPDATE webhook_logs SET head = NULL")
    known = f"SELECT head FROM webhook_logs WHERE session = '{second.session}'"  # noqa: S608
    until(lambda: execute(play.held.url, known))
    unknown = f"SELECT head FROM webhook_logs WHERE session = '{first.session}'"  # noqa: S608
    assert not execute(play.held.url, unknown)


def test_other_sessions_are_stated_and_the_damaged_one_once_it_is_mended(play: Play) -> None:
    url = play.held.url
    play.server.stop()
    assert stated(url)
    play.server.restart()
    heads = {one: one.draws_a_line("Rats.")["version"] for one in (play.ann, play.other)}
    newest = "SELECT max(version) FROM stated_heads WHERE session = '{}'"
    play.server.stop()
    damage(play.held, INDEX, of=[play.ann.session], but=[play.other.session])
    assert len(stated(url)) == 1
    assert execute(url, newest.format(play.other.session)) == str(heads[play.other])
    assert execute(url, newest.format(play.ann.session)) == str(heads[play.ann] - 1)
    execute(url, f"REINDEX INDEX {INDEX}")
    assert len(stated(url)) == 1
    assert execute(url, newest.format(play.ann.session)) == str(heads[play.ann])
