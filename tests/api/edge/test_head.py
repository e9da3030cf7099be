"""HEAD is answered for every GET, with the same fields and no body (RFC 9110, 9.3.2)."""

import re

import httpx
import pytest
from litestar.routes import HTTPRoute

from tests.support.client import Client, Player, Table
from tests.support.server import Server
from verger.service.annexes.routes import ROUTES

ANEW = {"date", "trace-id", "ratelimit"}
"""Header fields with another value in each answer."""
PARAMETER = re.compile(r"\{(\w+):\w+\}")
FILLINGS = {"ruleset": "verge", "roll": "signal", "path": "concepts", "name": "main.js"}
FORMS = ("application/json", "application/x-ndjson", "text/event-stream")


READ = sorted(
    route.path
    for router in ROUTES
    for route in router.routes
    if isinstance(route, HTTPRoute) and "GET" in route.methods
)


def both(by: Client, path: str, **headers: str) -> tuple[httpx.Response, httpx.Response]:
    """Return the answers to HEAD and to GET."""
    own = by.authorization | headers
    head, get = (by.http.request(method, path, headers=own) for method in ("HEAD", "GET"))
    return head, get


def fields(answer: httpx.Response) -> dict[str, str]:
    # RFC 9110, 8.6 and RFC 9112, 6.1: an answer to HEAD may omit the length of the body.
    without = ANEW | {"transfer-encoding"}
    # Metrics differ in each answer.
    without |= {"content-length"} if answer.url.path == "/metrics" else set()
    return {name: value for name, value in answer.headers.items() if name not in without}


def test_every_read_is_answered_to_head_as_to_get(
    evening: Table, subtests: pytest.Subtests
) -> None:
    known = FILLINGS | {"session": evening.session}
    for path in READ:
        with subtests.test(path):
            address = PARAMETER.sub(lambda found: known.get(found[1], "1"), path)
            head, get = both(evening["Bo"], address + "?from=1" * path.endswith("/diff"))
            assert (head.status_code, head.content) == (get.status_code, b"")
            assert fields(head) == fields(get)


@pytest.mark.parametrize("form", FORMS)
def test_a_stream_sends_its_fields_and_ends(evening: Table, form: str) -> None:
    bo = evening["Bo"]
    for path in ("/events?follow=false", "/events?after=99999&follow=false"):
        head, get = both(bo, bo.home + path, Accept=form)
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert fields(head) == fields(get)


@pytest.mark.parametrize("form", FORMS[1:])
def test_head_begins_no_live_stream(server: Server, bo: Player, form: str) -> None:
    path, headers = f"{bo.home}/events", bo.authorization | {"Accept": form}
    live = bo.http.head(f"{path}?follow=true", headers=headers)
    assert (live.status_code, live.headers["content-type"].partition(";")[0]) == (200, form)
    # The server writes the log line at the end of the answer, so the stream has ended.
    assert server.told(path=path, method="HEAD", status=200)


def test_a_story_that_the_client_has_is_not_sent_again(evening: Table) -> None:
    bo = evening["Bo"]
    tag = bo.get(bo.home).headers["etag"]
    assert both(bo, bo.home, **{"If-None-Match": tag})[0].status_code == 304


def test_head_of_an_address_without_get_names_the_allowed_methods(evening: Table) -> None:
    bo = evening["Bo"]
    for path, allowed in (("/moves", "OPTIONS, POST"), ("/seats", "OPTIONS, POST")):
        head, _ = both(bo, bo.home + path)
        assert (head.status_code, head.headers["allow"], head.content) == (405, allowed, b"")
    assert bo.http.options(bo.home).headers["allow"] == "DELETE, GET, HEAD, OPTIONS"


def test_the_log_line_of_a_head_request_has_its_method_and_error(
    server: Server, bo: Player
) -> None:
    path = f"{bo.home}/conflicts/c9"
    bo.http.head(path, headers=bo.authorization)
    (line,) = server.told(path=path)
    assert (line["method"], line["code"]) == ("HEAD", "no_such_conflict")
