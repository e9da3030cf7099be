"""Every read has caching headers, is not sent again if the client has it, and is compressed if permitted."""

import gzip
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute

from tests.support.client import Client, Player, Table
from tests.support.server import Server
from verger.service.annexes.routes import ROUTES

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PARAMETER = re.compile(r"\{(\w+):\w+\}")
FILLINGS = {"ruleset": "verge", "roll": "signal", "path": "concepts", "name": "main.js"}
NEW = {"/healthz", "/readyz", "/metrics"}
"""Addresses for operators' programs, with a new answer each time."""
READ = sorted(
    route.path
    for router in ROUTES
    for route in router.routes
    if isinstance(route, HTTPRoute) and "GET" in route.methods and route.path != "/"
)
CODERS = {"gzip": gzip.decompress, "zstd": zstd.decompress}


SESSION = "/v1/sessions/{session}/"
OTHER = SESSION + "{read}"
"""A row of the guide's table: all reads below a session that have no other row.
"""
GUIDE = Path("docs/versions.md").read_text().partition("## Keeping answers")[2]


def documented() -> dict[str, tuple[str, str, str]]:
    """Return the guide's table: each address with its ETag, Cache-Control and Vary."""
    rows = [row.split("|")[1:5] for row in GUIDE.partition("\n## ")[0].split("\n") if "`" in row]
    return {
        address.replace("…", "/v1/sessions/{session}"): (
            tag.strip(),
            kept.strip("` "),
            vary.strip("` "),
        )
        for addresses, tag, kept, vary in (row for row in rows if len(row) == 4)
        for address in re.findall("`([^`]+)`", addresses)
    }


def address(table: Table, path: str) -> str:
    # The last page of the feed changes with every event, so the page has a limit.
    query = {"diff": "?from=1", "odds/{roll:str}": "?dice=8", "/feed": "?limit=50"}
    known = FILLINGS | {"session": table.session}
    after = next((value for end, value in query.items() if path.endswith(end)), "")
    return PARAMETER.sub(lambda found: known.get(found[1], "1"), path) + after


def got(by: Client, path: str, **headers: str) -> httpx.Response:
    return by.http.get(path, headers=by.authorization | headers)


def plain(by: Client, path: str) -> httpx.Response:
    return got(by, path, **{"Accept-Encoding": "identity"})


def coded(by: Client, path: str, coding: str) -> tuple[httpx.Response, bytes]:
    """Return a response and its bytes as they were sent, still compressed."""
    own = by.authorization | {"Accept-Encoding": coding}
    with by.http.stream("GET", path, headers=own) as answer:
        return answer, b"".join(answer.iter_raw())


def test_the_guide_has_the_caching_headers_of_every_read(
    evening: Table, subtests: pytest.Subtests
) -> None:
    said = documented()
    served = {PARAMETER.sub(r"{\1}", path) for path in READ}
    assert {path for path in served - set(said) if not path.startswith(SESSION)} == set()
    assert set(said) - served == {OTHER}
    tags = {"version": r'"\d+-.*"', "content": '"[0-9a-f]{20}"', "none": ""}
    for path in READ:
        answer = plain(evening["Bo"], address(evening, path))
        if answer.status_code != 200:
            continue
        with subtests.test(path):
            tag, kept, vary = said.get(PARAMETER.sub(r"{\1}", path), said[OTHER])
            assert kept.startswith("private") == ("Authorization" in vary)
            assert answer.headers["Cache-Control"] == kept
            assert answer.headers.get("Vary", "") == vary
            assert re.fullmatch(tags[tag], answer.headers.get("ETag", ""))


def test_an_unchanged_read_is_not_sent_again(evening: Table, subtests: pytest.Subtests) -> None:
    bo = evening["Bo"]
    for path in READ:
        first = plain(bo, address(evening, path))
        if first.status_code != 200 or path in NEW:
            continue
        with subtests.test(path):
            tag = first.headers["ETag"]
            again = got(bo, address(evening, path), **{"If-None-Match": tag})
            assert (again.status_code, again.content) == (304, b"")
            for name in ("ETag", "Cache-Control", "Vary"):
                assert again.headers.get(name) == first.headers.get(name), name


@pytest.mark.parametrize("coding", sorted(CODERS))
def test_long_reads_are_compressed_and_their_content_is_the_same(
    evening: Table, coding: str, subtests: pytest.Subtests
) -> None:
    bo, tried = evening["Bo"], 0
    for path in READ:
        as_it_is = plain(bo, address(evening, path))
        is_long = len(as_it_is.content) >= 1024 and path not in NEW
        if (
            as_it_is.status_code != 200
            or not is_long
            or "no-transform" in as_it_is.headers["Cache-Control"]
        ):
            continue
        tried += 1
        with subtests.test(path):
            answer, sent = coded(bo, address(evening, path), coding)
            assert answer.headers["Content-Encoding"] == coding
            assert int(answer.headers["Content-Length"]) == len(sent) < len(as_it_is.content)
            assert CODERS[coding](sent) == as_it_is.content
            assert "Accept-Encoding" in answer.headers["Vary"]
            assert answer.headers["ETag"] == f"W/{as_it_is.headers['ETag']}".replace("W/W/", "W/")
    assert tried > 15


def test_a_move_may_follow_a_compressed_read(bo: Player) -> None:
    tag = coded(bo, f"{bo.home}/options", "gzip")[0].headers["ETag"]
    body: Any = {"move": "add_limit", "kind": "veil", "text": "Rats."}
    assert tag.startswith("W/")
    assert bo.ask("POST", f"{bo.home}/moves", json=body, headers={"If-Match": tag}).is_success


def test_answers_with_something_sealed_are_not_compressed(bo: Player) -> None:
    notes = [bo.moves("seal_note", text="It was the butler. " * 20, eyes=["s2"]) for _ in "1234"]
    version = notes[-1]["version"]
    for path in ("/notes", f"/events/{version}", "/story"):
        answer, sent = coded(bo, bo.home + path, "gzip, zstd")
        assert b"butler" in sent
        assert len(sent) > 1024
        assert "Content-Encoding" not in answer.headers
        assert "no-transform" in answer.headers["Cache-Control"]


def test_no_answer_to_a_change_and_no_short_one_is_compressed(table: Table) -> None:
    bo, own = table["Bo"], {"Accept-Encoding": "gzip"}
    body: Any = {"move": "add_limit", "kind": "veil", "text": "Rats " * 300}
    made = bo.ask("POST", f"{bo.home}/moves", json=body, headers=own)
    assert made.is_success
    assert "Content-Encoding" not in made.headers
    assert "Content-Encoding" not in got(bo, "/v1/keys", **own).headers


def test_the_picture_of_a_move_is_compressed_and_not_cached(evening: Table) -> None:
    bo = evening["Bo"]
    path, move = f"{bo.home}/moves/picture", {"move": "add_limit", "kind": "veil", "text": "Rats."}
    drawn = [
        bo.ask("POST", path, json=move, headers={"Accept-Encoding": one})
        for one in ("gzip", "identity")
    ]
    assert [one.headers.get("Content-Encoding") for one in drawn] == ["gzip", None]
    assert drawn[0].content == drawn[1].content
    assert int(drawn[0].headers["Content-Length"]) < len(drawn[1].content) / 3
    for one in drawn:
        assert one.headers["Cache-Control"] == "no-store"
        assert "ETag" not in one.headers


def test_documents_are_compressed_once(server: Server) -> None:
    for path in ("/v1/openapi.json", "/docs/verge", "/v1/rulesets/verge/schemas"):
        first, again = (
            server.http.get(path, headers={"Accept-Encoding": "zstd"}) for _ in range(2)
        )
        assert first.headers["Content-Encoding"] == again.headers["Content-Encoding"] == "zstd"
        assert first.content == again.content
