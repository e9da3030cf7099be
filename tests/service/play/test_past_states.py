"""Older states in memory: the nearest is found, and their number is limited."""

from verger.domain.games.verge import RULESET
from verger.service.play.past_states import NEAR, STATES, PastState, PastStates

STATE = RULESET.empty


def test_the_newest_state_up_to_a_version_is_near_it() -> None:
    past = PastStates()
    past.keep(3, STATE)
    past.keep(5, STATE)
    assert past.near(4) == PastState(3, STATE)
    assert past.near(5) == PastState(5, STATE)
    assert past.near(2) is None


def test_a_snapshot_may_be_nearer_than_a_far_state() -> None:
    past = PastStates()
    past.keep(3, STATE)
    assert past.near(3 + NEAR)
    assert past.near(4 + NEAR) is None


def test_only_the_last_read_states_stay_in_memory() -> None:
    past = PastStates()
    for version in range(1, STATES + 1):
        past.keep(version, STATE)
    assert past.near(1)
    past.keep(STATES + 1, STATE)
    assert past.near(2) == PastState(1, STATE)
