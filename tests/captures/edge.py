"""A request for each code that is no matter of a move alone: what is sent, and to what server."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx

from tests.captures.told import Step, sat
from tests.captures.told import Table as Told
from tests.support.client import Client, Player, Table, forked, of, played, started
from tests.support.log import archived, evening, rows
from tests.support.postgres import execute, of_database
from tests.support.server import Server

Script = Callable[["Desk"], httpx.Response]

SCRIPTS: dict[str, Script] = {}
"""The request that is answered with each code."""

QUICKER: dict[str, float] = {
    "service.http.asgi.BODY_SECONDS": 0.3,
    "service.redaction.EVENTS_LIMIT": 40,
    "service.redacting_forks.LIMIT": 1,
}
STREAMS = 1
NOTES = {
    "log_too_long": "The server's limit was lowered to 40 events for this example.",
    "too_many_forks": "The server's limit was lowered to one fork for this example.",
}
"""What is unlike other servers in an example."""

LINE: dict[str, Any] = {"kind": "line", "text": "No spiders."}
JSON = {"Content-Type": "application/json"}
NDJSON = {"Content-Type": "application/x-ndjson"}
NOBODY = UUID(int=0)

_HINDERED = """
CREATE TABLE hindered (session uuid PRIMARY KEY, how text);
CREATE FUNCTION hinder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
  CASE (SELECT how FROM hindered h WHERE h.session = NEW.session)
    WHEN 'taken' THEN RAISE unique_violation USING CONSTRAINT = 'events_pkey';
    WHEN 'broken' THEN RAISE division_by_zero;
    WHEN 'slow' THEN PERFORM pg_sleep(0.4);
    ELSE NULL;
  END CASE;
  RETURN NEW;
END $$;
CREATE TRIGGER hinder BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION hinder();
"""


def provokes(code: str) -> Callable[[Script], Script]:
    """Say which code a script is answered with."""

    def named(script: Script) -> Script:
        assert code not in SCRIPTS, code
        SCRIPTS[code] = script
        return script

    return named


class Desk:
    """A server with low limits, and the database that it keeps its log in."""

    def __init__(self, server: Server, url: str) -> None:
        self.server, self.url = server, url
        self.http = server.http
        execute(url, _HINDERED)

    def table(self) -> Table:
        """Give a table that has just begun: Ann is the GM, Bo plays."""
        return played(self.http, "Ann", "Bo")

    def hindered(self, how: str) -> Player:
        """Give the GM of a table whose appends the database hinders."""
        ann = self.table()["Ann"]
        execute(self.url, f"INSERT INTO hindered VALUES ('{ann.session}', '{how}')")  # noqa: S608
        return ann

    def sat(self, table: Told, seat: str) -> Player:
        """Somebody at a table on record."""
        (player,) = sat(self.url, self.http, [(table, seat)]).values()
        return player

    @contextmanager
    def without_database(self) -> Iterator[None]:
        """Close the database for a while."""
        name, admin = urlsplit(self.url).path[1:], of_database(self.url, "postgres")
        allow = f"ALTER DATABASE {name} ALLOW_CONNECTIONS "
        execute(admin, allow + "false")
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
        execute(admin, cut)
        try:
            yield
        finally:
            execute(admin, allow + "true")


@provokes("malformed_json")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("POST", f"{ann.home}/moves", content='{"move":"add_limit",', headers=JSON)


@provokes("invalid_body")
def _(desk: Desk) -> httpx.Response:
    return desk.table()["Ann"].move("add_limit", kind="wall", text="No spiders.")


@provokes("invalid_parameter")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events", limit=0))


@provokes("missing_token")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http).get(desk.table()["Ann"].home))


@provokes("invalid_token")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http, "mistyped").get(desk.table()["Ann"].home))


@provokes("not_your_seat")
def _(desk: Desk) -> httpx.Response:
    return desk.table()["Bo"].move("add_limit", query={"seat": "s1"}, **LINE)


@provokes("read_only")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    fork = forked(table["Ann"]).session
    return Player(desk.http, str(table["Bo"].token), fork, "s2").move("add_limit", **LINE)


@provokes("which_seat")
def _(desk: Desk) -> httpx.Response:
    table = started(desk.http, "Ann", "Bo")
    ann = table["Ann"]
    of(ann.post("/v1/seats/claim", {"code": table.codes["Bo"]}), 201)
    return ann.move("add_limit", **LINE)


@provokes("nothing_to_redact")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    return redact(bo, bo.moves("signal")["version"])


@provokes("not_yours_to_redact")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    return redact(table["Ann"], table["Bo"].draws_a_line("Zwiebel!")["version"])


@provokes("inherited")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    version = ann.draws_a_line("Zwiebel!")["version"]
    return redact(forked(ann)["Ann"], version)


@provokes("too_many_forks")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    version = ann.draws_a_line("Zwiebel!")["version"]
    forked(forked(ann)["Ann"])
    return redact(ann, version)


@provokes("log_too_long")
def _(desk: Desk) -> httpx.Response:
    return redact(desk.sat(Told("boosts", 60), "s2"), 2)


def redact(player: Player, version: int) -> httpx.Response:
    """Ask for a redaction."""
    body = {"versions": [version], "reason": "It names somebody."}
    return player.post(f"{player.home}/redactions", body)


@provokes("no_such_page")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http).get("/v1/nothing"))


@provokes("no_such_session")
def _(desk: Desk) -> httpx.Response:
    return of_any(desk.table()["Ann"].get(f"/v1/sessions/{NOBODY}"))


@provokes("no_such_version")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events/9"))


@provokes("no_such_conflict")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/conflicts/c1"))


@provokes("not_in_this_game")
def _(desk: Desk) -> httpx.Response:
    ann = played(desk.http, "Ann", "Bo", ruleset="venus")["Ann"]
    return of_any(ann.get(f"{ann.home}/network"))


@provokes("no_such_dispute")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/disputes/q1"))


@provokes("no_such_ruleset")
def _(desk: Desk) -> httpx.Response:
    return of_any(Client(desk.http).get("/v1/rulesets/chess"))


@provokes("no_such_token")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("DELETE", f"{ann.home}/tokens/{NOBODY}")


@provokes("no_such_claim_code")
def _(desk: Desk) -> httpx.Response:
    return Client(desk.http).post("/v1/seats/claim", {"code": "AAAA-BBBB-CCCC"})


@provokes("claim_code_used")
def _(desk: Desk) -> httpx.Response:
    code = desk.table().codes["Bo"]
    answer = Client(desk.http).post("/v1/seats/claim", {"code": code})
    return as_if_sent(answer, json.dumps({"code": "AAAA-BBBB-CCCC"}))


@provokes("method_not_allowed")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("PUT", f"{ann.home}/moves")


@provokes("not_acceptable")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return of_any(ann.get(f"{ann.home}/events", headers={"Accept": "text/csv"}))


@provokes("request_timeout")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]

    def slowly() -> Iterator[bytes]:
        yield b'{"move":'
        time.sleep(0.6)
        yield b'"signal"}'

    answer = ann.ask("POST", f"{ann.home}/moves", content=slowly(), headers=JSON)
    return as_if_sent(answer, '{"move":')


@provokes("request_running")
def _(desk: Desk) -> httpx.Response:
    ann = desk.hindered("slow")
    sleeping = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(ann.move, "add_limit", key="a-line-1", **LINE)
        while execute(desk.url, sleeping) == "0":
            assert not first.done()
        second = ann.move("add_limit", key="a-line-1", **LINE)
        of(first.result(), 201)
    return second


@provokes("stale_version")
def _(desk: Desk) -> httpx.Response:
    table = desk.table()
    table["Bo"].draws_a_line("No rats.")
    return table["Ann"].move("add_limit", headers={"If-Match": '"2"'}, **LINE)


@provokes("body_too_large")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    body = '{"move":"add_limit","kind":"line","text":"' + "a" * 2**18 + '"}'
    return ann.ask("POST", f"{ann.home}/moves", content=body, headers=JSON)


@provokes("unsupported_media_type")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    return ann.ask("POST", f"{ann.home}/moves", content="move=signal", headers=form)


@provokes("unreadable_archive")
def _(desk: Desk) -> httpx.Response:
    return bring(desk.table()["Ann"], b'{"title":"An evening"}\n')


@provokes("wrong_archive")
def _(desk: Desk) -> httpx.Response:
    log = archived(rows(evening("war")[:20]))
    log[3] = log[3].replace(b"sits", b"stands", 1)
    return bring(desk.table()["Ann"], b"".join(log))


@provokes("ancestor_differs")
def _(desk: Desk) -> httpx.Response:
    ann, log = desk.table()["Ann"], rows(evening("coming_and_going"))
    of(bring(ann, b"".join(archived(log[:20]))), 201)
    return bring(ann, b"".join(archived(log)))


@provokes("session_exists")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return bring(ann, ann.get(f"{ann.home}/export").content)


def bring(player: Player, archive: bytes) -> httpx.Response:
    """Bring an archive in."""
    return player.ask("POST", "/v1/imports", content=archive, headers=NDJSON)


@provokes("key_reused")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    ann.draws_a_line("No rats.", key="a-line-1")
    return ann.move("add_limit", key="a-line-1", **LINE)


@provokes("unusable_key")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.post(f"{ann.home}/tokens", {"label": "a bot"}, key="1")


@provokes("too_many_streams")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    with ann.follows() as lines:
        next(lines)
        stream = {"Accept": "text/event-stream"}
        return of_any(ann.get(f"{ann.home}/events", headers=stream))


@provokes("contended")
def _(desk: Desk) -> httpx.Response:
    return desk.hindered("taken").move("add_limit", **LINE)


@provokes("internal_error")
def _(desk: Desk) -> httpx.Response:
    return desk.hindered("broken").move("add_limit", **LINE)


@provokes("unavailable")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    with desk.without_database():
        return ann.move("add_limit", key="a-line-1", **LINE)


SEATS = [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}]


def start(desk: Desk, *seats: dict[str, str], **house_rules: int) -> httpx.Response:
    """Start a session."""
    body = {"title": "An evening", "seats": seats, "house_rules": house_rules}
    return Client(desk.http).post("/v1/sessions", body)


@provokes("no_gm")
def _(desk: Desk) -> httpx.Response:
    return start(desk, SEATS[1])


@provokes("seat_limit")
def _(desk: Desk) -> httpx.Response:
    return start(desk, *SEATS, {"kind": "player", "name": "Cy"}, seat_limit=2)


@provokes("seat_taken")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    return ann.ask("DELETE", f"{ann.home}/seats/s2")


@provokes("boosts_out")
def _(desk: Desk) -> httpx.Response:
    there = (
        Step("s1", {"move": "add_seat", "kind": "player", "name": "Una"}),
        Step("s1", {"move": "award_boost", "seat": "s2", "reason": "The leap!"}),
    )
    leto = desk.sat(Told("boosts", 130, then=there), "s1")
    return leto.ask("DELETE", f"{leto.home}/seats/s5")


@provokes("not_what_was_sealed")
def _(desk: Desk) -> httpx.Response:
    bo = desk.table()["Bo"]
    version = bo.moves("seal_note", text="The heir is Zwiebel.", eyes=[])["version"]
    of(redact(bo, version), 201)
    return bo.move("reveal_note", note="k1")


@provokes("sealed_elsewhere")
def _(desk: Desk) -> httpx.Response:
    ann = desk.table()["Ann"]
    ann.moves("seal_note", text="The heir is the doctor.", eyes=[])
    return forked(ann)["Ann"].move("reveal_note", note="k1")


def of_any(answer: Any) -> httpx.Response:
    """An answer, whatever it is."""
    assert isinstance(answer, httpx.Response)
    return answer


def as_if_sent(answer: httpx.Response, body: str) -> httpx.Response:
    """The same answer to a request with another body: one without a secret, or what arrived."""
    was = answer.request
    answer.request = httpx.Request(was.method, was.url, content=body, headers=was.headers)
    return answer
