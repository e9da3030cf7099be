"""Banks show the tokens of each account, and the ledger shows the reason of each movement."""

from collections import Counter, defaultdict

import pytest

from tests.golden.record import NAMES, game_of
from tests.support.log import Events, evening
from tests.support.play import NOON, Game, action, in_load, in_run, step, tags
from verger.domain.core.decider import fold
from verger.domain.core.past import GrowingPast
from verger.domain.core.timeline import Timeline, leads, way
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.verge import RULESET
from verger.projections.banks import AccountView, banks, entries


def accounts(game: Game) -> dict[str, AccountView]:
    shown = banks(RULESET, game.state, 7)
    return {account.account: account for account in shown.accounts}


def test_every_seat_with_a_say_has_an_account_though_it_holds_nothing() -> None:
    game = in_run("Ann", "Bo")
    assert list(accounts(game)) == ["seat:s1", "seat:s2"]
    assert accounts(game)["seat:s2"].tokens == {"story": 0, "development": 0, "boost": 0}


def test_the_bank_holds_a_boost_for_every_seat_that_nobody_has_taken_out() -> None:
    game = in_run("Ann", "Bo", "Cy")
    assert banks(RULESET, game.state, 7).bank == {"boost": 3}


def test_the_account_of_a_seat_shows_its_tokens() -> None:
    shown = accounts(in_run("Ann", "Bo").grant("Bo", story=3, boost=1))["seat:s2"]
    assert shown.tokens == {"story": 3, "development": 0, "boost": 1}


def test_the_price_of_an_open_action_lies_in_escrow_until_it_is_recorded() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=9, development=9)
    monks = game.node("Ann", "Monks")
    game.declares("Bo", action("strengthen", element=monks))
    assert "escrow:d1" in accounts(game)
    total = sum(sum(a.tokens.values()) for a in accounts(game).values())
    assert total == 18
    for name in ("Ann", "Cy"):
        game.move(name, "consent", declaration="d1")
    assert "escrow:d1" not in accounts(game)


def test_the_ledger_names_each_movement_with_its_reason_and_its_event() -> None:
    game = in_load("Ann", "Bo", phase=6)
    judgement = step(game)
    while "cashed_out" not in tags(judgement):
        judgement = step(game)
    shown = list(entries(41, NOON, judgement.effects, is_undone=False))
    assert {entry.version for entry in shown} == {41}
    assert {(entry.reason, entry.rule) for entry in shown} == {("cash-out", "load.cash_out")}
    assert {entry.source for entry in shown} == {"bank"}


def test_an_event_that_moves_nothing_has_no_entries() -> None:
    effects = in_run("Ann", "Bo").move("Bo", "signal").effects
    assert list(entries(1, NOON, effects, is_undone=False)) == []


def test_an_account_has_the_name_of_its_holder_or_of_its_purpose() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=9)
    game.declares("Bo", action("strengthen", element=game.node("Ann", "Monks")))
    names = {str(account.account): account.name for account in accounts(game).values()}
    assert (names["seat:s2"], names["escrow:d1"]) == (
        "Bo",
        "the price of Bo's wish to strengthen “Monks”",
    )


def summed(events: Events, until: int, timeline: Timeline) -> dict[str, Counter[str]]:
    """The balance of each account, computed only from movements that no rewind has undone."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    led = way(timeline, until)
    for version, event in enumerate(events[:until], 1):
        for one in entries(version, NOON, event.effects, is_undone=not leads(led, version)):
            found[one.source][one.token] -= 0 if one.is_undone else one.amount
            found[one.target][one.token] += 0 if one.is_undone else one.amount
    return found


@pytest.mark.parametrize("name", NAMES)
def test_balances_are_the_sums_of_the_movements_that_count(name: str) -> None:
    events = evening(name)
    ruleset = RULESETS[game_of(name)]
    state, past = ruleset.empty, GrowingPast()
    for version, event in enumerate(events, 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, None)
        if version % 20 and version < len(events):
            continue
        sums = summed(events, version, state.table.timeline)
        for account in banks(ruleset, state, version).accounts:
            assert ":" not in account.name
            assert account.tokens == {kind: sums[account.account][kind] for kind in account.tokens}
