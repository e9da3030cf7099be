"""The requests that the Python client sends again, and its handling of unknown answers."""

import json
import logging
import pickle
import re
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any

import anyio
import httpx
import msgspec
import pytest

from tests.clients.python.newer import EVENT
from tests.support.root import ROOT
from verger_client import (
    AsyncVerger,
    Closed,
    NoSeat,
    Problem,
    Reset,
    Session,
    Unreachable,
    Unreadable,
    Verger,
    VergerError,
    wire,
)
from verger_client.patience import MOST_SECONDS, Pauses
from verger_client.types import Option

SESSION = "5e550000-0000-4000-8000-000000000001"
SEEN = {
    "session": SESSION,
    "version": 2,
    "title": "Low Tide",
    "ruleset": "verge",
    "ruleset_version": 1,
    "step": "compile",
    "phase": None,
    "paused": False,
    "seats": [],
    "your_seats": ["s2"],
    "awaited": [],
}
OPTION = {
    "fixed": {"move": "hum"},
    "fields": [
        {"field": "melody", "name": "tune", "notes": [1, 2]},
        {"field": "text", "name": "text", "limit": 9},
    ],
}

Answer = httpx.Response | httpx.TransportError


class Line:
    """A client, and a simulated server that gives these answers."""

    def __init__(self, *answers: Answer, retry_seconds: float = 60.0) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        http = httpx.Client(transport=httpx.MockTransport(self._answer))
        self.verger = Verger("http://verger", "vg_x", retry_seconds=retry_seconds, http=http)
        self.bo = self.verger.session(SESSION, "s2")

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, httpx.TransportError):
            raise answer
        return answer


def no(status: int, code: str, **fields: str) -> httpx.Response:
    """An answer with a problem."""
    body = {
        "type": f"/docs/problems/{code}",
        "title": "No",
        "status": status,
        "detail": "No.",
        "instance": "/",
    }
    return httpx.Response(status, json={**body, "code": code, "trace_id": "1"}, headers=fields)


class Cut(httpx.SyncByteStream):
    """A body that breaks off."""

    def __iter__(self) -> Iterator[bytes]:
        yield b'{"verger":'
        raise httpx.ReadError("cut")


AT = {"Date": "Fri, 01 Jan 2027 10:00:00 GMT"}


def made() -> httpx.Response:
    return httpx.Response(201, json=EVENT)


def seen(**more: object) -> httpx.Response:
    """An answer with the session."""
    return httpx.Response(200, json={**SEEN, **more}, headers={"ETag": '"2"'})


def test_broken_compression_is_no_answer() -> None:
    broken = httpx.ByteStream(b"{}")
    first = httpx.Response(201, stream=broken, headers={"Content-Encoding": "gzip"})
    assert Line(first, made()).bo.move("hum", seen=2).version == 3


def test_the_client_does_not_retry_beyond_its_time_budget() -> None:
    line = Line(no(429, "rate_limited", **{"Retry-After": "60"}), retry_seconds=30)
    with pytest.raises(Problem, match="rate_limited"):
        line.bo.move("hum")
    line = Line(httpx.ConnectError("refused"), retry_seconds=0)
    with pytest.raises(Unreachable, match="http://verger does not answer: refused"):
        line.bo.move("hum")


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("Fri, 01 Jan 2027 10:00:30 GMT", 30.0),
        ("Fri, 01 Jan 2027 09:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("", None),
    ],
)
def test_a_server_says_when_to_ask_again_in_seconds_or_as_a_date(
    said: str, seconds: float | None
) -> None:
    assert wire.retry_after(no(503, "unavailable", **{**AT, "Retry-After": said})) == seconds


def test_times_can_be_set_for_a_single_call() -> None:
    line = Line(httpx.ConnectError("refused"), made())
    with pytest.raises(Unreachable):
        line.bo.with_options(retry_seconds=0, timeout_seconds=1.5).move("hum")
    assert line.asked[0].extensions["timeout"]["read"] == 1.5
    line.verger.with_options(timeout_seconds=3).session(SESSION, "s2").move("hum")
    assert line.asked[1].extensions["timeout"]["read"] == 3
    assert line.asked[1].headers["Authorization"] == "Bearer vg_x"


def test_a_closed_client_says_so() -> None:
    line = Line(made())
    with line.verger:
        pass
    with pytest.raises(Closed, match="The connection to http://verger is closed"):
        line.bo.move("hum")
    with pytest.raises(Closed):
        next(line.bo.follow())


@pytest.mark.parametrize(
    "error",
    [
        wire.problem_of(no(429, "rate_limited", **{"Retry-After": "3"})),
        wire.problem_of(no(412, "stale_version")),
        Reset(12),
        NoSeat(("s1", "s2")),
        Unreachable("http://verger does not answer."),
    ],
    ids=repr,
)
def test_an_error_survives_pickling(error: VergerError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(again), str(again)) == (type(error), str(error))
    assert getattr(again, "retry_after", None) == getattr(error, "retry_after", None)


@pytest.mark.parametrize("loop", ["asyncio", "trio"])
def test_the_async_half_asks_again_with_either_event_loop(loop: str) -> None:
    answers = [httpx.Response(502), made()]

    async def play() -> Any:
        transport = httpx.MockTransport(lambda _: answers.pop(0))
        async with AsyncVerger("http://verger", http=httpx.AsyncClient(transport=transport)) as one:
            return await one.session(SESSION, "s2").move("hum")

    assert anyio.run(play, backend=loop).version == 3


def test_the_newest_events_come_first_until_there_are_no_more() -> None:
    pages = [((5, 4), 4), ((3, 2), 2), ((1,), None)]
    line = Line(
        *[
            httpx.Response(
                200,
                json={
                    "events": [{**EVENT, "version": number} for number in numbers],
                    "next_after": None,
                    "next_before": before,
                },
            )
            for numbers, before in pages
        ]
    )
    assert [event.version for event in line.bo.events(order="newest")] == [5, 4, 3, 2, 1]
    assert [request.url.params.get("before") for request in line.asked] == [None, "4", "2"]


def test_every_request_is_logged_without_its_token(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "verger_client"):
        Line(httpx.Response(502), made()).bo.move("hum")
    path = f"POST /v1/sessions/{SESSION}/moves"
    own = [one.getMessage() for one in caplog.records if one.name == "verger_client"]
    first, again, last = own
    assert (first, last) == (f"{path}: 502", f"{path}: 201")
    assert re.fullmatch(rf"{path} is sent again in 0\.\d s", again)
    assert "vg_x" not in caplog.text


def test_no_server_has_a_client_wait_for_more_than_a_day() -> None:
    assert Pauses().next(999_999_999.0) == 86_400


def test_pauses_grow_up_to_a_bound_and_begin_again() -> None:
    pauses = Pauses()
    waits = [pauses.next() for _ in range(20)]
    assert waits[0] < waits[4]
    assert MOST_SECONDS / 2 <= waits[-1] <= MOST_SECONDS
    pauses.begin_again()
    assert pauses.next() < 1
    assert pauses.next(7) == 7


def test_a_moment_is_not_older_than_the_newest_known_version() -> None:
    line = Line(seen(), seen(version=3))
    assert line.bo.now(at_least=3).version == 3
    assert [request.url.params.get("at") for request in line.asked] == [None, "3"]


def test_turns_end_with_the_game() -> None:
    assert list(Line(seen(step="over")).bo.turns()) == []


def test_a_move_that_depends_on_dice_has_no_result_yet() -> None:
    would = {"verdict": "needs_dice", "version": 2, "dice": {"count": 2, "faces": 6}}
    assert Line(httpx.Response(200, json=would)).bo.try_move("strike") is None


def test_every_operation_of_the_api_has_a_method() -> None:
    paths = json.loads((ROOT / "openapi" / "openapi.json").read_text())["paths"]
    every = [one for item in paths.values() for one in item.values() if "operationId" in one]
    assert len(every) > 70
    for one in every:
        name = re.sub(r"(?=[A-Z])", "_", one["operationId"]).lower()
        assert callable(getattr(Session, name)), name


def test_the_seat_of_the_session_acts() -> None:
    line = Line(httpx.Response(200, json={"version": 2}), *[httpx.Response(204)] * 2)
    assert line.bo.request("GET", "/network").json() == {"version": 2}
    line.bo.end_session(seen=2)
    line.bo.revoke_token("../t 1")
    asked = [(one.method, one.url.raw_path.decode()) for one in line.asked]
    home = f"/v1/sessions/{SESSION}"
    assert asked == [
        ("GET", f"{home}/network"),
        ("DELETE", f"{home}?seat=s2"),
        ("DELETE", f"{home}/tokens/..%2Ft%201"),
    ]
    assert line.asked[1].headers["If-Match"] == '"2"'


def test_only_the_members_that_are_given_are_sent() -> None:
    hook = {"id": "w1", "url": "https://a.example", "description": "A site.", "types": []}
    line = Line(httpx.Response(200, json=hook))
    with pytest.raises(Unreadable, match="missing required field"):
        line.bo.change_webhook("w1", enabled=False, types=["roll"])
    assert json.loads(line.asked[0].content) == {"enabled": False, "types": ["roll"]}


def test_a_whole_answer_is_given_with_its_headers() -> None:
    picture = httpx.Response(200, text="<svg/>", headers={"Content-Type": "image/svg+xml"})
    line = Line(picture, seen())
    assert line.bo.get_network_picture(at=2) == "<svg/>"
    assert line.asked[0].headers["Accept"] == "image/svg+xml"
    assert line.bo.request("GET").headers["ETag"] == '"2"'


def test_an_answer_of_a_newer_server_is_read_as_far_as_it_is_known() -> None:
    event = Line(made()).bo.move("hum")
    assert (event.type, event.event.effects) == (
        "a_new_type",
        ({"effect": "never_seen", "of": {"what": 1}},),
    )
    option = wire.decode(msgspec.json.encode(OPTION), Option)
    (tune, text) = option.fields
    assert (tune.field, tune.name, text.limit) == ("melody", "tune", 9)


def test_a_value_that_is_not_json_is_neither_sent_nor_read() -> None:
    line = Line(made())
    with pytest.raises(TypeError, match="JSON has no place for Random"):
        line.bo.move("hum", how=Random(1))  # noqa: S311
    with pytest.raises(Unreadable, match="missing required field `seat`"):
        line.bo.get_state()
    assert [request.method for request in line.asked] == ["GET"]


@pytest.mark.parametrize(
    "answer",
    [
        httpx.ConnectError("cut"),
        httpx.Response(200, stream=Cut(), headers={"Content-Type": "application/x-ndjson"}),
    ],
)
def test_an_archive_that_does_not_arrive_completely_is_an_error(answer: Answer) -> None:
    with pytest.raises(Unreachable, match="http://verger does not answer: cut"):
        Line(answer).bo.export(BytesIO())


def test_an_operation_that_will_be_removed_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    going = made()
    going.headers["Deprecation"] = "@1798761600"
    with caplog.at_level(logging.WARNING, "verger_client"):
        Line(going).bo.move("hum")
    assert caplog.messages == [
        f"/v1/sessions/{SESSION}/moves is deprecated: see the server's changelog"
    ]


def test_only_a_line_feed_ends_a_line() -> None:
    lines = wire.Lines()
    pieces: Iterator[bytes] = iter(['{"a":"\u2028'.encode(), b'"}\n\n{"b"', b":1}\n"])
    assert [lines.add(piece) for piece in pieces] == [
        [],
        ['{"a":"\u2028"}'.encode(), b""],
        [b'{"b":1}'],
    ]
