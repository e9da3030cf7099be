"""Every setting and limit has the same value in the documentation and in the code."""

import json
import re

import msgspec
import pytest

from tests.support.root import ROOT
from verger.domain.core import remedy
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.dispute import arguing
from verger.domain.games.verge import consent, scene
from verger.domain.history import rewind
from verger.domain.secrets import epoch, sealing
from verger.domain.table import proposal, seating, sheet
from verger.projections.picture import layout
from verger.service import settings, work
from verger.service.annexes.lobby import lobby
from verger.service.archive import verifying
from verger.service.archive.format import HEADER_BYTES, LINE_BYTES
from verger.service.connection import connection, exchange, head, messages, socket
from verger.service.database import pool
from verger.service.database.outage import Cause
from verger.service.edge import (
    asgi,
    asking,
    cross_origin,
    event_pages,
    following,
    limited_body,
    streaming,
)
from verger.service.http import tokens
from verger.service.identity import connections, identity, rate_limit, repeatable, stream_limit
from verger.service.identity.grant import SCOPES
from verger.service.layout import process
from verger.service.log import row, store
from verger.service.play import playing
from verger.service.redaction import redacting, rewrite_forks

PAGE = (ROOT / "docs" / "self-hosting.md").read_text()
SETTINGS = (ROOT / "docs" / "settings.md").read_text()
LIMITS = (ROOT / "docs" / "limits.md").read_text()
TOKENS = (ROOT / "docs" / "tokens.md").read_text()
DEFAULTS = settings.Settings()
WORDS = (
    f"| body of a request | {asgi.BODY_LIMIT // 1024} KiB |",
    f"| path and query together | {head.TARGET_BYTES:,} bytes |",
    f"| body of a request | {asgi.BODY_SECONDS:.0f} s |",
    f"| body with an archive | {limited_body.ARCHIVE_SECONDS:.0f} s |",
    f"| `Idempotency-Key` | {asking.KEY_MOST} printable characters |",
    f"contains secrets | at least {asking.SECRET_KEY_LEAST} characters |",
    f"| {tokens.LEAST_SECONDS} to {tokens.MOST_SECONDS:,} |",
    f"| `token` | one token | {DEFAULTS.rate_token:,} | 1 minute |",
    f"with any tokens | {DEFAULTS.rate_address:,} | 1 minute |",
    f"wrong claim code | {DEFAULTS.rate_failures} | 1 minute |",
    f"in the [lobby](lobby.md) | {rate_limit.ASKS} | {rate_limit.ASKS_SECONDS // 3_600} hour |",
    f"| asks from one address at a table in a week | {rate_limit.ASKS_AT_TABLE} |",
    f'"token";q={DEFAULTS.rate_token};w={rate_limit.WINDOW_SECONDS}',
    f"of {rate_limit.KEPT:,} tokens and addresses",
    f"| bytes | `VERGER_IMPORT_BYTES`: {DEFAULTS.import_bytes // 2**20} MiB |",
    f"| events | `VERGER_IMPORT_EVENTS`: {DEFAULTS.import_events:,} |",
    f"| first line | {HEADER_BYTES // 1024} KiB |",
    f"| line of an event | {LINE_BYTES // 2**20} MiB |",
    f"| at most {verifying.AHEAD.days // 365} years from now |",
    f"| {LABEL_LIMIT} characters, one line",
    f"| narration, reason, premise | {PROSE_LIMIT:,} characters |",
    f"| seats of observers | {seating.OBSERVER_LIMIT} |",
    f"| open proposals of a seat | {proposal.OPEN_LIMIT} |",
    f"| open disputes of a seat | {arguing.OPEN_LIMIT} |",
    f"| views of a seat in one dispute | {arguing.VIEW_LIMIT} |",
    f"| events that one move names as evidence | {arguing.EVIDENCE_LIMIT} |",
    f"| rules that one move names as evidence | {arguing.EVIDENCE_LIMIT} |",
    f"| corrections in a remedy | {remedy.CORRECTION_LIMIT} |",
    f"face-down dice | {sealing.NOTE_LIMIT} |",
    f"| characters and things with sheets | {sheet.CHARACTER_LIMIT} |",
    f"| nonce of a seat for the dice | {epoch.NONCE_LIMIT} characters |",
    f"| actions in a declaration | {consent.ACTION_LIMIT} |",
    f"| additions to a scene | {scene.DETAIL_LIMIT} |",
    f"older one is left out | {rewind.AGAIN_LIMIT:,} |",
    f"| events of a log that can be redacted | {redacting.EVENTS_LIMIT:,} |",
    f"| forks that a redaction can change | {rewrite_forks.LIMIT} |",
    f"takes events from | {row.PARTS_LIMIT} |",
    f"the layout of a picture | {layout.LIMIT:,};",
    f"page with a filter searches | {event_pages.LOOKED_THROUGH:,} |",
    f"| open asks of a token | {lobby.ASKS_TOKEN} |",
    f"| open asks at a table | {lobby.ASKS_TABLE} |",
    f"`VERGER_IMPORT_SECONDS`: {DEFAULTS.import_seconds} s",
    f"| archives that wait for verification | {verifying.WAITING} |",
    f"| layout of a picture | {process.SECONDS:.0f} s |",
    f"| pictures that wait for a layout | {process.WAITING} |",
    f"stored for {repeatable.KEPT.days} days | the request is a new one |",
    f"| onlookers from one address | {stream_limit.FROM_ADDRESS} |",
    f"| {streaming.SEND_SECONDS:.0f} s | the stream is cut off",
    f"the log), its connection {socket.LINGER_SECONDS:.0f} s later",
    f"{following.CHUNK_BYTES // 1024} KiB, or one event",
    f"{socket.MESSAGE_BYTES // 1024} KiB, and none is read",
    f"| {socket.FRAMES} at once, and {socket.FRAMES} per minute |",
    f"| {following.KEEP_ALIVE_SECONDS:.0f} s | the server sends a keep-alive line",
    f"| answer to a ping | {socket.PONG_SECONDS:.0f} s |",
    f"| {connection.IDLE_SECONDS} s | closed",
    f"| {connection.HEAD_SECONDS:.0f} s, {messages.HEAD_BYTES // 1024} KiB, {messages.FIELDS} fields | the connection",
    f"| {messages.FRAMING_BYTES // 1024} KiB more than the content",
    f"| {connection.PORTION_BYTES // 1024} KiB, or {connection.FRAMES_BYTES // 1024} KiB of a WebSocket |",
    f"before the answer to the first one | {connection.PORTION_BYTES // 1024} KiB |",
    f"| {connection.REST_SECONDS:.0f} s | the connection is closed",
    f"| {exchange.REST_BYTES // 1024} KiB, with a `Content-Length` |",
    f"| {exchange.DROPPED_SECONDS:.0f} s, {exchange.DROPPED_BYTES // 2**20} MiB | the answer is sent",
    f"| {connection.UNREAD_SECONDS:.0f} s for {connection.PROGRESS_BYTES // 1024} KiB |",
    f"| {connections.SHARE_MILLISECONDS * work.LIGHT:.0f} ms in a minute",
    f"and {connections.RESERVED} fewer than the open files",
    f"plus {work.MEBIBYTE_SECONDS * 1_000:.0f} ms for each MiB",
    f"within {work.TURN_SECONDS:.0f} s, the answer is 429, with `Retry-After: {rate_limit.RETRY_SECONDS}`",
    f"| waiting for a database connection | {pool.ACQUIRE_SECONDS:.0f} s |",
    f"| statement of the database | {pool.COMMAND_SECONDS:.0f} s |",
    f"| {store.WAITING_LIMIT:,} |",
    f"| {playing.ATTEMPTS} tries |",
)
"""Each limit, in the words of docs/limits.md and with the value of the code."""


def test_every_setting_stands_in_the_table_with_its_default_in_the_codes_order() -> None:
    rows = re.findall(r"(?m)^\| `([A-Z_]+)` \| (?:`(.*?)`|\(empty\)) \| \S.* \|$", SETTINGS)
    defaults = msgspec.to_builtins(settings.Settings())
    assert rows == [
        (variable, str(defaults[name])) for name, variable in settings.VARIABLES.items()
    ]


@pytest.mark.parametrize("words", WORDS)
def test_every_limit_on_the_page_is_that_of_the_code(words: str) -> None:
    assert words in LIMITS.replace("\n", " ")


def test_every_limit_of_a_page_is_in_the_table() -> None:
    table = LIMITS.partition("| page of a list |")[2].partition("\n\n")[0]
    rows = re.findall(r"(?m)^\| .+ \| ([\d,]+) \| (\d+) \|$", table)
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text())
    limits = [
        parameter["schema"]
        for methods in document["paths"].values()
        for parameter in methods.get("get", {}).get("parameters", ())
        if parameter.get("name") == "limit"
    ]
    maximum = [schema.get("maximum") or schema["anyOf"][0]["maximum"] for schema in limits]
    assert sorted(int(most.replace(",", "")) for most, _ in rows) == sorted(maximum)
    assert {schema.get("default", 100) for schema in limits} == {int(given) for _, given in rows}


@pytest.mark.parametrize(
    "header", [*cross_origin.EXPOSED.split(b", "), *cross_origin.ALLOWED.split(b", ")]
)
def test_the_page_names_every_header_that_browsers_may_send_or_read(header: bytes) -> None:
    assert f"`{header.decode()}`" in LIMITS.partition("## Browsers")[2]


@pytest.mark.parametrize("cause", Cause)
def test_every_cause_of_503_is_in_the_table(cause: Cause) -> None:
    assert f"\n| {cause} | " in PAGE


def test_every_scope_stands_in_its_table() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| ", TOKENS.partition("## Scopes")[2])
    assert tuple(rows[: len(SCOPES)]) == SCOPES


def test_the_delays_after_a_revocation_on_the_page_are_those_of_the_code() -> None:
    assert f"within {identity.REMEMBER_SECONDS:.0f} seconds" in TOKENS
    assert f"end within {following.KEEP_ALIVE_SECONDS:.0f} seconds" in TOKENS
