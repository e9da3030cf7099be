"""Send raw requests (bytes) through the proxies. A proxy must read each as the server does, or refuse it."""

from collections.abc import Iterator
from contextlib import ExitStack
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings

from tests.deploy.test_client_faults import (
    Behind,
    Front,
    behind,
    haproxy,
    kubernetes,
    needs_caddy,
)
from tests.support.program import needs_haproxy
from tests.support.raw_request import BROKEN, REFUSED, ROWS, SERVED, Raw, answered, mutated

__all__ = ["behind"]

REFUSING = {400, 408, 411, 413, 414, 415, 417, 422, 431, 500, 501, 502, 503, 505}
"""The statuses of refusals, by the proxy or by the server."""
MENDED = {
    *("an LF alone", "bytes above 127 in a target", "OPTIONS of the server"),
    *("HTTP/1.2", "HTTP/2.0", "HTTP/3.0"),
}
"""Requests that a proxy may correct and pass on."""
OF_THE_PROXY = {"the preface of HTTP/2", "TLS"}
"""Protocols that a proxy may accept, although the server refuses them."""


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(kubernetes, marks=needs_caddy),
        pytest.param(haproxy, marks=needs_haproxy),
    ],
)
def front(
    request: pytest.FixtureRequest, behind: Behind, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    with ExitStack() as stack:
        yield request.param(stack, behind, tmp_path_factory.mktemp("proxy"))


def through(front: Front, name: str) -> list[int]:
    """Send a request through the proxy, and return the statuses of its final answers."""
    return [status for status, _ in answered(front.port, ROWS[name]) if status != 100]


@pytest.mark.parametrize("name", [name for name in SERVED if name not in MENDED])
def test_a_good_request_is_served_through_a_proxy_or_refused_by_it(front: Front, name: str) -> None:
    expected = [status for status in SERVED[name].statuses if status != 100]
    found = through(front, name)
    assert found == expected or (found[:-1] == expected[: len(found) - 1] and found[-1] in REFUSING)


@pytest.mark.parametrize("name", [name for name in REFUSED | BROKEN if name not in OF_THE_PROXY])
def test_a_bad_request_is_refused_through_a_proxy_too(front: Front, name: str) -> None:
    found = through(front, name)
    assert found[0] in REFUSING or name in MENDED
    # A proxy may also answer the next request on the connection.
    assert len(found) <= 2, found


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(mutated())
def test_after_any_bytes_the_next_client_gets_the_right_answer(front: Front, sent: bytes) -> None:
    answered(front.port, Raw(sent.decode("latin-1"), ()), waits=0.1)
    for _ in range(2):
        trace = uuid4().hex
        parent = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
        answer = front.http.get("/v1/rulesets", headers=parent)
        assert (answer.status_code, answer.headers["trace-id"]) == (200, trace)
