"""The pages say of every setting and limit what the code says."""

import re

import msgspec
import pytest

from tests.support.root import ROOT
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.service import settings, work
from verger.service.annexes.notices import registry, target
from verger.service.connection import connection, exchange, messages, socket
from verger.service.database import pool
from verger.service.edge import (
    asgi,
    asking,
    cross_origin,
    following,
    limited_body,
    streaming,
)
from verger.service.http import tokens
from verger.service.identity import connections, identity, rate_limit
from verger.service.identity.grant import SCOPES
from verger.service.log import store
from verger.service.play import playing

PAGE = (ROOT / "docs" / "self-hosting.md").read_text()
LIMITS = (ROOT / "docs" / "limits.md").read_text()
TOKENS = (ROOT / "docs" / "tokens.md").read_text()
DEFAULTS = settings.Settings()


def test_every_setting_stands_in_the_table_with_its_default_in_the_codes_order() -> None:
    rows = re.findall(r"(?m)^\| `([A-Z_]+)` \| (?:`(.*?)`|\(empty\)) \| \S.* \|$", PAGE)
    defaults = msgspec.to_builtins(settings.Settings())
    assert rows == [
        (variable, str(defaults[name])) for name, variable in settings.VARIABLES.items()
    ]


@pytest.mark.parametrize(
    "words",
    [
        f"| a request's body | {asgi.BODY_LIMIT // 1024} KiB,",
        f"| {asgi.BODY_SECONDS:.0f} s; {limited_body.ARCHIVE_SECONDS:.0f} s to arrive |",
        f"| {LABEL_LIMIT} characters, one line",
        f"| {PROSE_LIMIT:,} characters",
        f"| {asking.KEY_MOST} printable characters; at least {asking.SECRET_KEY_LEAST} where",
        f"| {tokens.LEAST_SECONDS} to {tokens.MOST_SECONDS:,} |",
        f"characters of an address | {registry.LIMIT}; {target.URL_LIMIT:,} |",
        f"of one token | {DEFAULTS.rate_token:,} |",
        f"with whatever tokens | {DEFAULTS.rate_address:,} |",
        f"wrong claim code | {DEFAULTS.rate_failures} |",
        f'"token";q={DEFAULTS.rate_token};w={rate_limit.WINDOW_SECONDS}',
        f"for {rate_limit.KEPT:,} tokens and addresses",
        f"| {streaming.SEND_SECONDS:.0f} s | the stream is cut off",
        f"the log), its connection {socket.LINGER_SECONDS:.0f} s later",
        f"{following.CHUNK_BYTES // 1024} KiB, or one event",
        f"{socket.MESSAGE_BYTES // 1024} KiB, and none is read",
        f"| {following.KEEP_ALIVE_SECONDS:.0f} s | a keep-alive line is sent",
        f"| {connection.IDLE_SECONDS} s | closed",
        f"| {connection.HEAD_SECONDS:.0f} s, {messages.HEAD_BYTES // 1024} KiB, {messages.FIELDS} fields | the connection",
        f"| {connection.REST_SECONDS:.0f} s | the connection is closed",
        f"| {exchange.REST_BYTES // 1024} KiB, with a `Content-Length` |",
        f"| {exchange.DROPPED_SECONDS:.0f} s, {exchange.DROPPED_BYTES // 2**20} MiB | the answer is sent",
        f"| {connection.UNREAD_SECONDS:.0f} s for {connection.PROGRESS_BYTES // 1024} KiB |",
        f"and {connections.RESERVED} fewer than the files",
        f"plus {work.MEBIBYTE_SECONDS * 1_000:.0f} ms for each MiB",
        f"within {work.TURN_SECONDS:.0f} s is answered 429, with `Retry-After: {rate_limit.RETRY_SECONDS}`",
        f"| {pool.ACQUIRE_SECONDS:.0f} s, a statement {pool.COMMAND_SECONDS:.0f} s |",
        f"| {store.WAITING_LIMIT:,} |",
        f"| {playing.ATTEMPTS} tries |",
    ],
)
def test_every_limit_is_the_codes(words: str) -> None:
    assert words in LIMITS


@pytest.mark.parametrize(
    "header", [*cross_origin.EXPOSED.split(b", "), *cross_origin.ALLOWED.split(b", ")]
)
def test_the_headers_of_browsers_are_the_codes(header: bytes) -> None:
    assert f"`{header.decode()}`" in LIMITS.partition("## Browsers")[2]


def test_every_scope_stands_in_its_table() -> None:
    rows = re.findall(r"(?m)^\| `(\w+)` \| ", TOKENS.partition("## Scopes")[2])
    assert tuple(rows[: len(SCOPES)]) == SCOPES


def test_the_delays_of_a_revoked_token_are_the_codes() -> None:
    for page, ends in ((PAGE, "ends"), (TOKENS, "end")):
        assert f"within {identity.REMEMBER_SECONDS:.0f} seconds" in page
        assert f"{ends} within {following.KEEP_ALIVE_SECONDS:.0f} seconds" in page
