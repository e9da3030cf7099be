"""The overview of a session: seats, house rules, the step of play, and awaited players."""

from tests.support.play import Game, in_load, in_run, started
from tests.support.play import table as sitting
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.games.verge import RULESET
from verger.projections.session import SessionView, session, table

ID = SessionId("00000000-0000-4000-8000-000000000007")


def glance(game: Game, *seats: str) -> SessionView:
    own = tuple(map(SeatId, seats or ("s1",)))
    return session(RULESET, game.state, ID, 7, own)


def test_a_session_shows_its_seats_in_order_and_who_has_taken_theirs() -> None:
    shown = glance(started("Ann", "Bo", "Vi", observers=1))
    assert [(seat.id, seat.kind, seat.name, seat.taken) for seat in shown.seats] == [
        ("s1", "gm", "Ann", True),
        ("s2", "player", "Bo", False),
        ("s3", "observer", "Vi", False),
    ]
    assert (shown.session, shown.version, shown.ruleset) == (ID, 7, "verge")


def test_a_session_shows_the_readers_own_seats() -> None:
    assert glance(sitting("Ann", "Bo"), "s1", "s2").your_seats == ("s1", "s2")


def test_a_session_shows_the_step_and_the_phase_of_play() -> None:
    places = [sitting("Ann", "Bo"), in_load("Ann", "Bo", phase=3), in_run("Ann", "Bo")]
    assert [(glance(game).step, glance(game).phase) for game in places] == [
        ("compile", None),
        ("load", 3),
        ("run", None),
    ]


def test_the_session_shows_the_players_that_play_waits_for() -> None:
    game = in_load("Ann", "Bo")
    (wait,) = glance(game).awaited
    assert wait.seats == ("s1",)


def test_a_session_shows_that_play_is_paused() -> None:
    game = in_run("Ann", "Bo")
    game.move("Bo", "signal")
    assert glance(game).paused
    assert table(RULESET, game.state).paused


def test_the_table_shows_every_house_rule_and_whether_it_was_chosen() -> None:
    shown = table(RULESET, started("Ann", "Bo", seat_limit=3).state)
    rules = {rule.id: rule for rule in shown.house_rules}
    assert list(rules) == list(RULESET.house_rules)
    assert [rule.id for rule in shown.house_rules if rule.chosen] == ["seat_limit"]
    assert all(
        rule.value == RULESET.house_rules[id].default
        for id, rule in rules.items()
        if not rule.chosen
    )


def test_the_table_shows_its_limits_as_they_were_drawn() -> None:
    game = in_run("Ann", "Bo")
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.move("Ann", "add_limit", kind="veil", text="Needles.")
    shown = table(RULESET, game.state)
    assert [(limit.kind, limit.text) for limit in shown.limits] == [
        ("line", "Spiders."),
        ("veil", "Needles."),
    ]


def test_the_table_shows_the_commitment_to_its_dice_and_how_many_were_rolled() -> None:
    shown = table(RULESET, started("Ann").state)
    assert (shown.dice_commitment, shown.dice_rolled) == ("00" * 32, 0)
