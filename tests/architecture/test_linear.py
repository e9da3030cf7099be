"""The CPU time for reading an input grows at most in proportion to its length.

The tests find all regular expressions in the source. Parsers are listed here.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
import pytest
from immutables import Map
from litestar import Litestar

from tests.architecture.patterns import Use, uses
from tests.architecture.source import files
from tests.support.attack import Attack, attacks
from tests.support.growth import Act, fault
from tests.support.root import ROOT
from verger.domain.core.landmark import Names
from verger.domain.core.similarity import close_forms, close_labels, form, same_label
from verger.domain.core.spelling import are_confusable, read_as, sought
from verger.domain.core.text import PROSE_LIMIT, Prose, cleaned, tidy, unusable_text
from verger.domain.core.unicode import normalized
from verger.domain.games.rulesets import RULESETS
from verger.domain.history.free_text import Texts
from verger.projections.picture.svg import text
from verger.projections.story.entry import GainView
from verger.projections.story.markdown import escaped
from verger.projections.story.wording import is_said, without_ids, without_words
from verger.service.address import Addresses
from verger.service.annexes.portal.markdown import render
from verger.service.archive.format import (
    Header,
    Segment,
    UnreadableError,
    header_of,
    line_of,
    written,
)
from verger.service.archive.verify_file import known_header
from verger.service.edge import accepting, asking
from verger.service.edge.asgi import check_body
from verger.service.edge.decoding import move_of
from verger.service.edge.parameters import parameters
from verger.service.edge.spelling import elsewhere, in_small_letters
from verger.service.edge.trace import trace_of
from verger.service.http.routes import ROUTES
from verger.service.log.codec import codec
from verger.service.log.feed import FeedPosition
from verger.service.log.playback import gone_back_to
from verger.service.masking import masked
from verger.service.method import Methods
from verger.service.problem.problem import ProblemError
from verger_client import NotVerified, archives
from verger_client.wire import Lines

pytestmark = pytest.mark.thorough

VERGE = codec("verge", 1)
SESSION = UUID(int=2**100)
MARKS = ("\u0301\u0316", "\ufdfa", "\u0f73", "한", "a ", "the ", "e\u0301")


class Note(msgspec.Struct):
    """A request body with a text."""

    note: Prose


def of(read: Callable[[Any], object], *parts: str, before: str = "", after: str = "") -> list[Act]:
    """For each part, give a parser a text that repeats the part. The parser may refuse the text."""

    def act(part: str, length: int) -> Callable[[], object]:
        given = before + part * (length // len(part)) + after
        return lambda: quietly(read, given)

    return [lambda length, part=part: act(part, length) for part in parts]  # type: ignore[misc]


def made(read: Callable[[Any], object], make: Callable[[int], object]) -> list[Act]:
    """Give a parser an input of a length. The parser may refuse the input."""

    def act(length: int) -> Callable[[], object]:
        given = make(length)
        return lambda: quietly(read, given)

    return [act]


def quietly(read: Callable[[Any], object], given: object) -> None:
    # Any other error fails the test, because it can stop a parser before it has read much.
    with suppress(ProblemError, UnreadableError, NotVerified, ValueError):
        read(given)


def _move(body: str) -> Any:
    return move_of(VERGE, body.encode())


def _length(header: str) -> Callable[[str], None]:
    return lambda value: check_body({header.encode(): value.encode()})


def _scope(path: str) -> bytes | None:
    return elsewhere({"raw_path": path.encode(), "query_string": b""})


def _forked(length: int) -> Header:
    """The first line of an archive, with one ancestor for each 40 characters."""
    parts = tuple([Segment(UUID(int=n), n) for n in range(1, length // 40)])
    return Header(1, SESSION, "verge", 1, length, "verge-1-1", parts)


def _archived(length: int) -> list[bytes]:
    """An archive for a client's verifier, with as many ancestors as events."""
    header, before, found = _forked(length * 10), bytes(32), list[bytes]()
    for version in range(1, len(header.lineage)):
        line, before = _event(before, header.holder(version), version, {"sealed": [], "move": {}})
        found.append(line)
        if version % archives.DIGEST_EVERY == 0:
            found.append(b'{"state":{"version":%d}}' % version)
    return [written(header), *found]


def _event(
    before: bytes, session: UUID, version: int, event: object, **more: object
) -> tuple[bytes, bytes]:
    """An event's line, and its hash."""
    said = msgspec.json.encode(event)
    linked = sha256(before + session.bytes + version.to_bytes(8, "big") + sha256(said).digest())
    told = {"version": version, "hash": linked.hexdigest(), "salt": "", "texts": [], **more}
    return msgspec.json.encode(told)[:-1] + b',"event":' + said + b"}\n", linked.digest()


def _held(header: Header) -> None:
    for version in range(len(header.lineage)):
        header.holder(version)


def _sealed(length: int) -> list[bytes]:
    """An archive for a client's verifier: an event commits to many digests, and has as many sealed parts."""
    part = {"name": "n", "eyes": [], "text": "t", "salt": "00"}
    digest = sha256(b"\0" + msgspec.json.encode(["n", [], "t"])).hexdigest()
    number = length // 8
    event = {"sealed": [*(f"{n:064x}" for n in range(number)), digest], "move": {}}
    line, _ = _event(bytes(32), SESSION, 1, event, sealed=[part] * number)
    return [written(Header(1, SESSION, "verge", 1, 1, "")), line]


def _in_pieces(length: int) -> list[bytes]:
    return [b"aaaa"] * (length // 4)


def _added(pieces: list[bytes]) -> None:
    lines = Lines()
    for piece in pieces:
        lines.add(piece)


def _numbered(length: int) -> str:
    return "&".join(f"a{number}=1" for number in range(length // 8))


def _query(sent: str) -> None:
    parameters(sent.encode(), {f"a{n}" for n in range(10_000)})


def _repeated(length: int) -> str:
    return '{"move":"signal",' + ",".join(f'"\\u0061{n}":1' for n in range(length // 14)) + "}"


def _labels(length: int) -> list[str]:
    return [f"{'ab ' * 20}{number}" for number in range(length // 64)]


def _close(labels: list[str]) -> None:
    close_forms(form("ab " * 33), map(form, labels))


def _redact(length: int) -> tuple[list[str], str]:
    texts = [f"word{number}" for number in range(length // 20)]
    return texts, " ".join(f"word{number}" for number in range(PROSE_LIMIT))[:PROSE_LIMIT]


_names = Names(Map(), Map())
_methods = Methods(Litestar(ROUTES[:0], openapi_config=None).routes)
_ids = Addresses("private")

PARSERS: Mapping[str, list[Act]] = {
    "Accept": of(
        lambda value: accepting.best(value, ["text/html", "a/b"]), ",", "a/b,", ";", "a;q=0.,"
    ),
    "Accept-Encoding": of(lambda value: accepting.coding(value, ("zstd", "gzip")), "a,", ";", ","),
    "Idempotency-Key": [
        *of(asking.idempotency_key, "a", '"', "\\", before='"'),
        *of(asking.idempotency_key, '\\"', "\\\\", before='"', after='"'),
    ],
    "If-Match": of(asking.expected_versions, '"1",', ",", '"', 'W/"1-', "1", " "),
    "If-None-Match": of(lambda value: asking.is_known(value, "1-0"), '"', 'W/"', '"a",', "W/", " "),
    "Content-Type": of(_length("content-type"), ";", "a;", "charset=", " "),
    "Content-Length": of(_length("content-length"), "1"),
    "X-Forwarded-For": of(lambda told: _ids.of(("127.0.0.1", 1), told.encode()), "1.1.1.1,", ","),
    "traceparent": of(lambda value: trace_of({b"traceparent": value.encode()}), "0", "-"),
    "spelling of a path": [
        *of(_scope, "a", "/", "%2f", "%", "a/", before="/"),
        *of(in_small_letters, "A", "-", "A-", before="/v1/sessions/"),
    ],
    "masked": of(masked, "a", "A1a", "%25", "abcd-", "vg_", "0", "%"),
    "methods of a path": of(_methods.of, "a", "/", "a/", before="/v1/"),
    "query": [*made(_query, _numbered), *of(_query, "a=1&", "&", "%41", "=")],
    "session": of(asking.canonical_id, "0", "-"),
    "cursor": of(FeedPosition.read, "0", ".", "0."),
    "body": [
        *of(_move, "[", "{", '"', " ", "1", "\\u0041", '{"a":', '"a":1,'),
        *of(_move, "\\u0041", "\u0301\u0316", "a", before='{"move":"', after='"}'),
        *of(_move, "1", "1,", "[1],", before='{"move":"signal","anonymous":[', after="]}"),
        *made(_move, _repeated),
    ],
    "text of a move": [
        *of(lambda told: unusable_text(Note(told)), *MARKS, "\0", " "),
        *of(tidy, *MARKS, "  ", "\u3000"),
        *of(lambda told: normalized("NFKD", told), *MARKS),
        *of(cleaned, *MARKS, "\u200d", "\U000e0041", "\r\n"),
    ],
    "spelling": [
        *of(read_as, *MARKS, "\u200d", "\u2010"),
        *of(sought, *MARKS, "\u0130"),
        *of(lambda told: are_confusable(told, told + "b"), *MARKS, "\u043e"),
    ],
    "similar labels": [
        *of(lambda told: close_forms(form(told), [form(told + "b")]), *MARKS),
        *of(lambda told: same_label(told, [told + "b"]), *MARKS),
        *of(lambda told: close_labels(told, [told + "b"]), *MARKS),
        *made(_close, _labels),
    ],
    "redacted texts": [
        *made(lambda told: Texts(told[0]).left_of(told[1]), _redact),
        *of(lambda told: Texts([told[:500]]).left_of(told), "a", "ab ", "漢"),
        *of(lambda told: Texts(["harbour"]).may_be_in(told), "a", '\\"', "“"),
    ],
    "story": [
        *of(lambda told: without_ids(told, RULESETS["verge"].rules, _names), "a", "a.", "“", "n1 "),
        *of(lambda told: without_ids(told, {"a.b"}, _names), "a.b ", "a.b. "),
        *of(lambda told: without_words(told, told[:100]), ": ", ": “", "\u0301\u0316"),
        *of(lambda told: is_said(GainView("a", "t", 1, told[:100]), told), "a ", "a earns "),
        *of(escaped, "*", "1", "www.", "\\", "#", "://"),
    ],
    "drawing": of(text, "<", "\0", "\ufffe"),
    "archive": [
        *of(lambda line: header_of(line.encode()), "[", '{"a":', "1", "a"),
        *made(lambda header: known_header(written(header)), _forked),
        *made(_held, lambda length: _forked(length * 10)),
        *of(lambda line: line_of(_forked(0), line.encode()), "[", '{"state":', '{"event":', "a"),
        *of(lambda line: gone_back_to([line.encode()]), '"effect":"rew"', '"to":1', '"to":'),
    ],
    "terms of a page": of(
        lambda told: render(told, {}, {"house rule": "/docs/concepts#house-rule"}),
        *("house ", "house rule ", "rule", "house rules\n\n"),
    ),
    "client": [
        *made(_added, _in_pieces),
        *made(archives.verify, _archived),
        *made(archives.verify, _sealed),
    ],
}
"""Parsers that are written by hand, each with the inputs that might take longest."""

MADE: Mapping[str, list[Act]] = {
    "verger.projections.story.page:_Isolated": PARSERS["story"],
    "verger.projections.story.wording:is_said": PARSERS["story"],
    "verger.service.annexes.portal.markdown:_define": PARSERS["terms of a page"],
    "verger.service.archive.verify_file:known_header": PARSERS["archive"],
    "verger.service.method:Methods": PARSERS["methods of a path"],
}
"""Patterns that are made only while the program runs, with the parsers that use them."""


@pytest.mark.parametrize("name", PARSERS)
def test_reads_take_time_in_proportion_to_their_length(name: str) -> None:
    faults = [(place, found) for place, act in enumerate(PARSERS[name]) if (found := fault(act))]
    assert faults == []


def test_every_pattern_takes_time_in_proportion_to_the_length_of_a_text() -> None:
    measured = [use for use in uses() if use.pattern]
    assert len(measured) > 80
    faults = [
        (use.where, use.method, attack, found)
        for use in measured
        for attack in attacks(use.pattern)  # type: ignore[arg-type]
        if (found := fault(_reading(use, attack)))
    ]
    assert faults == []


def _reading(use: Use, attack: Attack) -> Act:
    pattern = use.pattern
    assert pattern

    def act(length: int) -> Callable[[], object]:
        given: Any = attack.text(length)
        if isinstance(pattern.pattern, bytes):
            given = given.encode("latin-1", "replace")
        method = getattr(pattern, use.method)
        if use.method in ("sub", "subn"):
            return lambda: method(given[:0], given)
        return (lambda: list(method(given))) if use.method == "finditer" else lambda: method(given)

    return act


def test_every_pattern_that_is_made_while_the_program_runs_is_listed() -> None:
    assert {use.where for use in uses() if not use.pattern} == set(MADE)


def test_texts_are_normalized_in_one_place() -> None:
    found = [
        file.relative_to(ROOT).as_posix()
        for file in files(ROOT / "domain", ROOT / "projections", ROOT / "service")
        if "unicodedata.normalize" in file.read_text()
    ]
    assert found == ["domain/core/unicode.py"]


@pytest.mark.parametrize("pattern", [rb"%|//|.+/$", r"[^ ?]*[^ ]*!"])
def test_a_pattern_that_takes_longer_is_found(pattern: str | bytes) -> None:
    use = Use("here", "search", re.compile(pattern))
    assert use.pattern
    assert any(fault(_reading(use, attack)) for attack in attacks(use.pattern))
