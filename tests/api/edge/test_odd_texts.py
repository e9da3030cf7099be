"""Send odd texts, such as U+0000 or a lone surrogate, in every place of a request: no answer is an error of the server."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from tests.support import contract
from tests.support.planted import Planted, planted
from tests.support.receiver import QUICK
from tests.support.server import Server, serving
from tests.support.sweep import NOBODYS, QUERIES, ROLLS, Asker
from verger.domain.core.text import unusable_text
from verger.domain.games.rulesets import RULESETS
from verger.service.edge.decoding import decoded
from verger.service.log.codec import codec
from verger.service.problem.problem import ProblemError
from verger.service.problem.table import KINDS
from verger.service.schema.samples import samples

pytestmark = pytest.mark.thorough

LONG = 4_000
IN_ADDRESSES = {
    "NUL": "%00",
    "NUL within": "a%00b",
    "lone surrogate": "%ED%A0%80",
    "no UTF-8": "%FF",
    "noncharacter": "%EF%BF%BF",
    "empty": "",
    "very long": "x" * LONG,
}
IN_HEADERS = {
    "NUL": "a\0b",
    "lone surrogate": "\xed\xa0\x80",
    "no UTF-8": "\xff",
    "noncharacter": "\xef\xbf\xbf",
    "empty": "",
    "very long": "x" * LONG,
}
IN_BODIES = {
    "NUL": '"\\u0000"',
    "NUL within": '"a\\u0000b"',
    "lone surrogate": '"\\ud800"',
    "noncharacter": '"\\uffff"',
    "empty": '""',
    "very long": json.dumps("x" * 100_000),
}
NO_TEXT = {"NUL", "NUL within", "lone surrogate", "no UTF-8"}
"""Unusable texts: no request with one of these in a path, query or body may succeed."""
REFUSING = ("a path", "a query", "a body")
"""Places where every unusable text is refused. A header such as If-None-Match can contain any bytes."""
SENT_ALWAYS = ("Authorization", "Accept", "Accept-Encoding", "Origin", "Traceparent", "User-Agent")


class Odd(NamedTuple):
    """A request with an odd text in one place."""

    method: str
    address: str
    headers: dict[str, str]
    body: str | None
    what: str
    place: str


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    more = {"verger_webhook_private_targets": "on", "verger_lobby": "on"}
    with serving(database, quicker=QUICK, **more) as running:
        yield running


@pytest.fixture(scope="module")
def tables(server: Server, database: str) -> list[Planted]:
    return planted(server.http, database)


def operations() -> Iterator[tuple[str, str, Any]]:
    for path, methods in contract.document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def parameters(operation: Any, place: str) -> Iterator[Any]:
    for one in map(contract.resolved, operation.get("parameters", ())):
        if one["in"] == place:
            yield one


def ids(table: Planted, method: str) -> dict[str, str]:
    """Return values for the parameters of a path. For DELETE, they are ids of things that do not exist."""
    known = {**table.ids, "version": "1", "roll": ROLLS.get(table.game, "test"), "removed": "s9"}
    return dict.fromkeys(known, NOBODYS) if method == "DELETE" else known


def query(table: Planted, operation: Any) -> dict[str, str]:
    """Return the query parameters that an operation requires."""
    filled = {"head": 1, "version": 1, "game": table.game, "session": table.session}
    needed = [one["name"] for one in parameters(operation, "query") if one.get("required")]
    return {name: QUERIES[name].format_map(filled) for name in needed}


def body_of(operation: Any) -> str | None:
    """Return the API document's first example of a request body, as JSON text."""
    forms = operation.get("requestBody", {}).get("content", {})
    examples = forms.get("application/json", {}).get("examples", {})
    return next((json.dumps(contract.resolved(one)["value"]) for one in examples.values()), None)


def in_paths(table: Planted) -> Iterator[Odd]:
    for method, path, operation in operations():
        known, sent = ids(table, method), body_of(operation)
        asked = urlencode(query(table, operation))
        for what, text in IN_ADDRESSES.items():
            for one in parameters(operation, "path"):
                there = path.replace(f"{{{one['name']}}}", text).format(**known)
                yield Odd(method, f"{there}?{asked}", {}, sent, what, "a path")
    for what, text in IN_ADDRESSES.items():
        for path in ("/docs/", "/watch/", "/watch/assets/", "/nowhere/"):
            yield Odd("GET", path + text, {}, None, what, "a page's path")


def in_queries(table: Planted) -> Iterator[Odd]:
    for method, path, operation in operations():
        there, sent = path.format(**ids(table, method)), body_of(operation)
        for one in parameters(operation, "query"):
            needed = query(table, operation)
            others = urlencode(
                {name: value for name, value in needed.items() if name != one["name"]}
            )
            for what, text in IN_ADDRESSES.items():
                address = f"{there}?{others}&{one['name']}={text}"
                yield Odd(method, address, {}, sent, what, "a query")


def in_headers(table: Planted) -> Iterator[Odd]:
    for method, path, operation in operations():
        address = f"{path.format(**ids(table, method))}?{urlencode(query(table, operation))}"
        names = [one["name"] for one in parameters(operation, "header")]
        for name in [*names, *(SENT_ALWAYS if path == "/v1/sessions/{session}" else ())]:
            for what, text in IN_HEADERS.items():
                yield Odd(method, address, {name: text}, body_of(operation), what, name)


def in_bodies(table: Planted) -> Iterator[Odd]:
    for method, path, operation in operations():
        address = f"{path.format(**ids(table, method))}?{urlencode(query(table, operation))}"
        for what, sent in odd_bodies(body_of(operation)):
            yield Odd(method, address, {}, sent, what, "a body")


def odd_bodies(body: str | None) -> Iterator[tuple[str, str]]:
    """Yield copies of a body. Each has an odd text in place of one text, or as a name in one object."""
    mark = "the odd text"
    for changed in _with(json.loads(body or "null"), mark):
        for what, text in IN_BODIES.items():
            yield what, json.dumps(changed).replace(json.dumps(mark), text, 1)


def _with(value: Any, mark: str) -> Iterator[Any]:
    if isinstance(value, str):
        yield mark
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from ([*value[:place], one, *value[place + 1 :]] for one in _with(part, mark))
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: one} for one in _with(part, mark))
        yield {**value, mark: 1}


@pytest.mark.parametrize("where", [in_paths, in_queries, in_headers, in_bodies])
def test_an_odd_text_never_causes_an_error_of_the_server(
    server: Server, tables: list[Planted], where: Callable[[Planted], Iterator[Odd]]
) -> None:
    # Bodies are sent at two tables, because the example of a move belongs to one game.
    wrong: list[tuple[int, Odd]] = []
    with closing(Asker(f"127.0.0.1:{server.port}")) as asker:
        for table in tables[: 2 if where is in_bodies else 1]:
            for odd in where(table):
                form = {} if odd.body is None else {"Content-Type": "application/json"}
                headers = {**table.table["Ann"].authorization, **form, **odd.headers}
                status, said = asker.ask(odd.method, odd.address, headers, odd.body)
                is_taken = status < 300 and odd.what in NO_TEXT and odd.place in REFUSING
                if status >= 500 or is_taken:
                    wrong.append((status, odd))
                elif status >= 400 and odd.method != "HEAD":
                    assert json.loads(said.partition("\n\n")[2])["code"] in KINDS
    assert wrong == []
    assert server.lines
    assert [line for line in server.lines if line["event"] == "internal_error"] == []


@pytest.mark.parametrize("game", RULESETS)
def test_no_move_of_any_game_with_an_unusable_text_is_judged(game: str) -> None:
    moves, judged = codec(game, RULESETS[game].version).moves, []
    for sample in samples(game, "moves").values():
        for what, sent in odd_bodies(json.dumps(sample)):
            if what not in NO_TEXT:
                continue
            try:
                move = decoded(moves, sent.encode())
            except ProblemError:
                continue
            if not unusable_text(move):
                judged.append(sent)
    assert judged == []
