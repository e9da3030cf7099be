"""Rate limits, with a clock that moves only when a test moves it."""

from collections.abc import Callable
from typing import Any

import pytest

from verger.service.edge.answering import rate_limited
from verger.service.identity import rate_limit
from verger.service.identity.rate_limit import Admission, Charge, RateLimits, Spent
from verger.service.settings import Settings

HOME, TOKEN, OTHER = "192.0.2.1", b"vg_ann", b"vg_bo"
Ask = Callable[..., Admission]


class Clock:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> RateLimits:
    return RateLimits(Settings(rate_token=3, rate_address=5, rate_failures=2), clock)


@pytest.fixture
def ask(limits: RateLimits) -> Ask:
    """Return a function that makes a request of Ann's. Its arguments change the request."""

    def asked(token: bytes | None = TOKEN, address: str = HOME, **more: Any) -> Admission:
        return limits.admit(Charge(address, token, **more))

    return asked


def policy(admission: Admission) -> object:
    """Return the limit that refused a request, or None."""
    return admission.spent and admission.spent.policy


def told(admission: Admission) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in admission.headers}


def test_every_answer_shows_the_limits_and_the_rest(ask: Ask, clock: Clock) -> None:
    ask()
    clock.now += 20.5
    assert told(ask()) == {
        "ratelimit-policy": '"token";q=3;w=60, "address";q=5;w=60',
        "ratelimit": '"token";r=1;t=40, "address";r=3;t=40',
    }
    assert told(ask(token=None))["ratelimit"] == '"address";r=2;t=40'


def test_a_token_has_its_quota_and_no_more_until_its_window_ends(ask: Ask, clock: Clock) -> None:
    assert [policy(ask()) for _ in range(4)] == [None, None, None, "token"]
    clock.now += 59.9
    assert policy(ask()) == "token"
    clock.now += 0.1
    assert told(ask())["ratelimit"].startswith('"token";r=2;t=60')


def test_a_refusal_says_how_long_to_wait_and_counts_for_nothing(ask: Ask, clock: Clock) -> None:
    for _ in range(3):
        ask()
    clock.now += 12.2
    refused = ask()
    assert refused.spent is not None
    problem = rate_limited(refused.spent)
    assert problem.facts == {
        "policy": "token",
        "quota": 3,
        "window_seconds": 60,
        "retry_after_seconds": 48,
    }
    assert problem.all_headers()["Retry-After"] == "48"
    assert told(ask())["ratelimit"] == '"token";r=0;t=48, "address";r=2;t=48'


def test_tokens_and_addresses_are_counted_each_for_itself(limits: RateLimits, ask: Ask) -> None:
    for _ in range(3):
        ask()
    assert policy(ask(token=OTHER)) is None
    assert policy(ask(token=None)) is None
    assert policy(ask(token=OTHER)) == "address"
    assert policy(ask(token=OTHER, address="192.0.2.2")) is None
    assert limits.refused == {"token": 0, "address": 1, "failures": 0, "starts": 0}


def test_work_is_charged_when_it_is_done_and_a_debt_outlasts_the_window(
    ask: Ask, clock: Clock
) -> None:
    for budget in ask().budgets:
        budget.used += 4.5
    assert policy(ask(token=OTHER)) == "address"
    assert policy(ask()) == "address"
    clock.now += 60
    assert told(ask(address="192.0.2.2"))["ratelimit"].startswith('"token";r=0;t=60')
    assert policy(ask()) == "token"
    clock.now += 60
    assert policy(ask()) is None


def test_a_refusal_is_charged_to_nobody(ask: Ask) -> None:
    *admitted, refused = [ask() for _ in range(4)]
    assert [len(one.budgets) for one in admitted] == [2, 2, 2]
    assert (policy(refused), list(refused.budgets)) == ("token", [])


def test_a_client_that_fails_too_often_guesses_no_more_and_others_there_go_on(
    limits: RateLimits, ask: Ask, clock: Clock
) -> None:
    limits.answered(ask(), "")
    for code in ("invalid_token", "no_such_claim_code"):
        limits.answered(ask(token=None), code)
    assert policy(ask(token=OTHER)) == "failures"
    assert policy(ask(token=None, is_guess=True)) == "failures"
    assert policy(ask()) is None
    assert policy(ask(token=None)) is None
    clock.now += 60
    assert policy(ask(token=OTHER)) is None


def test_a_token_that_is_no_longer_valid_counts_as_a_guess(limits: RateLimits, ask: Ask) -> None:
    limits.answered(ask(), "")
    for _ in range(2):
        limits.answered(ask(), "invalid_token")
    assert policy(ask()) == "failures"


def test_a_token_in_a_refused_guess_is_still_a_guess(limits: RateLimits, ask: Ask) -> None:
    for _ in range(2):
        limits.answered(ask(token=None), "no_such_claim_code")
    for _ in range(2):
        refused = ask(token=OTHER)
        assert policy(refused) == "failures"
        limits.answered(refused, "rate_limited")


def test_a_rate_limit_of_0_is_no_limit(clock: Clock) -> None:
    free = RateLimits(Settings(rate_token=0, rate_address=0, rate_failures=0), clock)
    for _ in range(100):
        admission = free.admit(Charge(HOME, TOKEN, is_guess=True))
        free.answered(admission, "invalid_token")
        assert (admission.spent, admission.headers) == (None, ())


def test_an_address_starts_some_sessions_until_its_window_ends(clock: Clock) -> None:
    limits = RateLimits(Settings(rate_starts=2), clock)
    assert [limits.start(HOME), limits.start(HOME), limits.start("192.0.2.2")] == [None] * 3
    clock.now += 200.5
    assert limits.start(HOME) == Spent("starts", 2, 400, 600)
    clock.now += 399.5
    assert limits.start(HOME) is None
    assert limits.refused["starts"] == 1


def test_a_limit_of_0_starts_is_no_limit(clock: Clock) -> None:
    limits = RateLimits(Settings(rate_starts=0), clock)
    assert [limits.start(HOME) for _ in range(100)] == [None] * 100


def test_no_more_keys_are_remembered_than_fit(
    ask: Ask, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "KEPT", 2)
    for _ in range(3):
        ask()
    ask(token=OTHER, address="a")
    ask(address="a")
    ask(token=b"vg_cy", address="b")
    assert policy(ask(address="c")) == "token"
    ask(token=OTHER, address="c")
    ask(token=b"vg_cy", address="d")
    assert policy(ask(address="e")) is None
