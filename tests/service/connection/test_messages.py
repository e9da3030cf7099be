"""Requests are parsed equally, however they are cut into pieces, and heads and framing have limits."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.raw_request import CHUNKED, HOST, ROWS, SHORT, START, mutated
from verger.service.connection.head import RequestRefusedError
from verger.service.connection.messages import FRAMING_BYTES, HEAD_BYTES, Messages, Request
from verger.service.problem.code import ProblemCode

UNREADABLE = {
    ProblemCode.MALFORMED_REQUEST,
    ProblemCode.UNKNOWN_METHOD,
    ProblemCode.UNSUPPORTED_HTTP_VERSION,
}
"""The parser can tell these codes apart only if the request line arrives whole."""
REFUSED = "refused"


class Served:
    """A request that is served at once, and its body."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.body = bytearray()
        self.more_body = True

    def take(self, body: bytes) -> None:
        self.body += body

    def wake(self) -> None:
        """Do nothing, because no task waits."""


def understood(*pieces: bytes) -> list[object]:
    """Return the requests that are parsed from these pieces, and the reason why parsing ended."""
    found: list[Served] = []

    def begin(request: Request) -> Served:
        found.append(Served(request))
        return found[-1]

    messages = Messages(begin)  # type: ignore[arg-type]
    end = ""
    rest = b""
    for piece in pieces:
        try:
            rest = taken(messages, rest + piece)
        except RequestRefusedError as error:
            end = REFUSED if error.problem.code in UNREADABLE else error.problem.code
            break
    if end:
        # The part of a broken body that was passed on does not matter.
        return [*(one.request for one in found if not one.more_body), end]
    return [(one.request, bytes(one.body), one.more_body) for one in found]


def taken(messages: Messages, data: bytes) -> bytes:
    """Parse all messages in some bytes. Return the rest that needs more bytes."""
    at, end = 0, -1
    while at < len(data) and at != end:
        end, at = at, messages.take(data, at)
    return data[at:]


def cut(sent: bytes, places: list[int]) -> list[bytes]:
    ends = sorted({0, len(sent), *(place % (len(sent) + 1) for place in places)})
    return [sent[begin:end] for begin, end in pairwise(ends)]


@settings(max_examples=600, deadline=None)
@given(mutated(), st.lists(st.integers(0, 4_000), max_size=6))
def test_requests_mean_the_same_in_any_pieces(sent: bytes, places: list[int]) -> None:
    assert understood(*cut(sent, places)) == understood(sent)


@pytest.mark.parametrize("name", SHORT)
def test_a_request_may_be_cut_anywhere(name: str) -> None:
    sent = ROWS[name].sent.encode("latin-1")
    whole = understood(sent)
    for place in range(1, len(sent)):
        assert understood(sent[:place], sent[place:]) == whole, sent[:place]


@pytest.mark.parametrize("name", SHORT)
def test_a_request_may_arrive_byte_by_byte(name: str) -> None:
    sent = ROWS[name].sent.encode("latin-1")
    assert understood(*(sent[n : n + 1] for n in range(len(sent)))) == understood(sent)


def over(sent: bytes) -> tuple[str, int]:
    """Send pieces of a kilobyte. Return the exceeded limit, and the number of bytes before it."""
    messages = Messages(Served)  # type: ignore[arg-type]
    rest = b""
    for begin in range(0, len(sent), 1_024):
        try:
            rest = taken(messages, rest + sent[begin : begin + 1_024])
        except RequestRefusedError as error:
            return error.over, begin
    return "", len(sent)


@pytest.mark.parametrize(
    "repeated",
    ["X: " + "a" * 900 + "\r\n", "a", "Upgrade: " + "a" * 900 + "\r\n", "Upgrade" + "a" * 900],
)
def test_a_head_is_refused_at_its_limit(repeated: str) -> None:
    head = f"GET / HTTP/1.1\r\n{HOST}X: " + repeated * (2 * HEAD_BYTES // len(repeated))
    reason, at = over(head.encode())
    assert reason == "head"
    assert HEAD_BYTES - 1_024 <= at <= HEAD_BYTES + 1_024


@pytest.mark.parametrize(
    ("repeated", "share"),
    [("1\r\na\r\n", 5), ("1;b=c\r\na\r\n", 9), (f"1;{'b' * 999}\r\na\r\n", 1_000)],
)
def test_a_body_of_little_content_is_refused_at_its_limit(repeated: str, share: int) -> None:
    """`share` is how many bytes frame one byte of content."""
    head = f"{START}{HOST}{CHUNKED}\r\n"
    reason, at = over((head + repeated * 20_000).encode())
    assert reason == "framing"
    content = at / (share + 1)
    assert abs(share * content - (FRAMING_BYTES + content)) < 8_192


@pytest.mark.parametrize("trailer", ["X: a\r\n", "X: " + "a" * 900 + "\r\n", "a"])
def test_trailers_are_refused_at_their_limit(trailer: str) -> None:
    head = f"{START}{HOST}{CHUNKED}\r\n0\r\nX: "
    reason, at = over((head + trailer * (2 * FRAMING_BYTES // len(trailer))).encode())
    assert reason == "framing"
    assert at <= FRAMING_BYTES + 2_048
