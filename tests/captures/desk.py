"""A server with low limits, and requests that it refuses: one for each error code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import httpx

from tests.captures.told import Table as Told
from tests.captures.told import sat
from tests.support.client import Player, Table, played
from tests.support.patience import until
from tests.support.postgres import execute, of_database
from tests.support.server import Server

Script = Callable[["Desk"], httpx.Response]

QUICKER: dict[str, float] = {
    "verger.service.edge.asgi.BODY_SECONDS": 0.3,
    "verger.service.redaction.redacting.EVENTS_LIMIT": 40,
    "verger.service.redaction.rewrite_forks.LIMIT": 1,
    "verger.service.log.row.PARTS_LIMIT": 4,
}
SETTINGS: dict[str, Any] = {
    "verger_streams": 2,
    "verger_streams_token": 1,
    "verger_rate_token": 250,
    "verger_lobby": "on",
    "verger_origins": "https://play.example",
}
NOTES = {
    "unsupported_http_version": "The request line says HTTP/1.2.",
    "log_too_long": "The server's limit was lowered to 40 events for this example.",
    "too_many_forks": "The server's limit was lowered to one fork for this example.",
    "fork_too_deep": "The server's limit was lowered to 4 sessions for this example.",
    "rate_limited": "The server's limit was lowered to 250 for this example.",
}
"""Notes to examples: a detail of the request that the example does not show, or a lowered limit."""

LINE: dict[str, Any] = {"kind": "line", "text": "No spiders."}
JSON = {"Content-Type": "application/json"}
NOBODY = UUID(int=0)

_HINDERED = """
CREATE TABLE hindered (session uuid PRIMARY KEY, how text);
CREATE FUNCTION hinder() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
  CASE (SELECT how FROM public.hindered h WHERE h.session = NEW.session)
    WHEN 'taken' THEN RAISE unique_violation USING CONSTRAINT = 'events_pkey';
    WHEN 'broken' THEN RAISE division_by_zero;
    WHEN 'slow' THEN PERFORM pg_sleep(0.4);
    ELSE NULL;
  END CASE;
  RETURN NEW;
END $$;
CREATE TRIGGER hinder BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION hinder();
"""


class Scripts(dict[str, Script]):
    """For each error code, a script that sends a request and receives this code."""

    def provokes(self, code: str) -> Callable[[Script], Script]:
        """Register a script for the code that it receives."""

        def named(script: Script) -> Script:
            assert code not in self, code
            self[code] = script
            return script

        return named


class Desk:
    """A server with low limits, and its database."""

    def __init__(self, server: Server, url: str) -> None:
        self.server, self.url = server, url
        self.http = server.http
        execute(url, _HINDERED)

    def table(self) -> Table:
        """Return a table that has just begun: Ann is the GM, Bo plays."""
        return played(self.http, "Ann", "Bo")

    def hindered(self, how: str) -> Player:
        """Return the GM of a new table. The database disturbs every append to its log, as `how` says."""
        ann = self.table()["Ann"]
        execute(self.url, f"INSERT INTO hindered VALUES ('{ann.session}', '{how}')")  # noqa: S608
        return ann

    def sat(self, table: Told, seat: str) -> Player:
        """Put a prepared table into the database, and return the player of a seat."""
        (player,) = sat(self.url, self.http, [(table, seat)]).values()
        return player

    @contextmanager
    def without_database(self) -> Iterator[None]:
        """Let the database refuse all connections for the length of a `with` block."""
        name, admin = urlsplit(self.url).path[1:], of_database(self.url, "postgres")
        allow = f"ALTER DATABASE {name} ALLOW_CONNECTIONS "
        execute(admin, allow + "false")
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
        execute(admin, cut)
        try:
            yield
        finally:
            execute(admin, allow + "true")
            until(lambda: self.http.get("/readyz").status_code == 200)


def of_any(answer: Any) -> httpx.Response:
    """Return an answer that is known to be a response."""
    assert isinstance(answer, httpx.Response)
    return answer


def as_if_sent(answer: httpx.Response, body: str) -> httpx.Response:
    """Return the answer with another body of the request: without a secret, or as the server received it."""
    was = answer.request
    answer.request = httpx.Request(was.method, was.url, content=body, headers=was.headers)
    return answer
