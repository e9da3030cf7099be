"""When a delivery that failed is tried again: the specification's schedule, within bounds."""

from datetime import UTC, datetime, timedelta

import pytest

from verger.service.annexes.notices.outbox import LEASE_SECONDS
from verger.service.annexes.notices.schedule import (
    DELAYS,
    JITTER,
    REST_LIMIT,
    REST_SECONDS,
    delay,
    rest,
)
from verger.service.annexes.notices.sender import ATTEMPT_SECONDS

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SPECIFIED = (0, 5, 5 * 60, 30 * 60, *(60 * 60 * hours for hours in (2, 5, 10, 14, 20, 24)))


def test_the_delays_are_those_of_the_specification() -> None:
    assert DELAYS == SPECIFIED
    assert [delay(tries, lambda: 0.5) for tries in range(len(DELAYS))] == list(SPECIFIED)


def test_there_is_no_attempt_after_the_last_delay() -> None:
    assert delay(len(DELAYS)) is None


@pytest.mark.parametrize(("chance", "part"), [(0.0, 1 - JITTER), (1.0, 1 + JITTER)])
def test_chance_makes_delays_longer_and_shorter(chance: float, part: float) -> None:
    assert delay(2, lambda: chance) == pytest.approx(300 * part)


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_receiver_that_is_busy_says_for_how_long(status: int) -> None:
    assert rest(status, {"retry-after": "120"}, NOW) == 120
    at = (NOW + timedelta(seconds=90)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    assert rest(status, {"retry-after": at}, NOW) == 90


@pytest.mark.parametrize(
    "said", ["", "soon", "-5", "1", "²", "Thu, 01 Jan 1970 00:00:00 GMT", "12.5"]
)
def test_a_missing_or_short_rest_is_the_minimum_rest(said: str) -> None:
    assert rest(503, {"retry-after": said}, NOW) == REST_SECONDS


@pytest.mark.parametrize("said", ["9" * 300, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_no_rest_is_longer_than_the_longest(said: str) -> None:
    assert rest(429, {"retry-after": said}, NOW) == REST_LIMIT


@pytest.mark.parametrize("status", [500, 404, None])
def test_other_failed_receivers_cannot_ask_for_a_longer_rest(status: int | None) -> None:
    assert rest(status, {"retry-after": "120"}, NOW) == REST_SECONDS


def test_a_lease_outlasts_an_attempt() -> None:
    assert LEASE_SECONDS >= 2 * ATTEMPT_SECONDS
