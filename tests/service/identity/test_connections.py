"""The limit on connections, and the choice of connections to close when it is reached."""

import pytest
from structlog.testing import capture_logs

from verger.service.address import Addresses
from verger.service.identity import connections
from verger.service.identity.connections import Connections
from verger.service.work import Turns


class Guest:
    def __init__(self, address: str, waits_since: float | None) -> None:
        self.peer = address, 1
        self.streamed_to = address if waits_since is None else ""
        self.waits_since = waits_since
        self.why = ""
        self.is_gone = False

    def overdue(self, now: float) -> str:
        return self.why if now > 100 else ""

    def drop(self) -> None:
        self.is_gone = True


def arrive(held: Connections, address: str = "192.0.2.1", since: float | None = 1.0) -> Guest:
    guest = Guest(address, since)
    held.hold(guest)
    held.make_room(guest)
    return guest


def test_the_client_whose_last_request_is_oldest_makes_room() -> None:
    held = Connections(3, 3, Addresses(""), Turns())
    served = arrive(held, since=None)
    late, early = arrive(held, "a", since=5.0), arrive(held, "b", since=2.0)
    newest = arrive(held, "c", since=9.0)
    assert [guest.is_gone for guest in (served, late, early, newest)] == [False, False, True, False]
    assert (held.ended["process"], len(held)) == (1, 3)


def test_if_all_are_served_one_more_is_refused() -> None:
    held = Connections(2, 2, Addresses(""), Turns())
    served = [arrive(held, address, since=None) for address in "ab"]
    assert arrive(held, "c").is_gone
    assert not any(guest.is_gone for guest in served)


def test_a_client_to_close_is_searched_again_only_after_the_next_sweep() -> None:
    held = Connections(2, 2, Addresses(""), Turns())
    one, other = arrive(held, "a", since=None), arrive(held, "b", since=None)
    assert arrive(held, "c").is_gone
    one.waits_since = 5.0
    assert arrive(held, "d").is_gone
    held.sweep(50.0)
    assert not arrive(held, "e").is_gone
    assert (one.is_gone, other.is_gone) == (True, False)


def test_one_address_has_a_limited_share_of_connections() -> None:
    held = Connections(10, 2, Addresses(""), Turns())
    other = arrive(held, "b", since=0.0)
    greedy = [arrive(held, "a", since=float(n)) for n in range(1, 6)]
    assert [guest.is_gone for guest in greedy] == [True] * 3 + [False] * 2
    assert not other.is_gone
    assert held.ended["address"] == 3


def test_a_trusted_proxys_address_has_no_limit() -> None:
    held = Connections(10, 2, Addresses("192.0.2.0/24"), Turns())
    guests = [arrive(held) for _ in range(5)]
    assert not any(guest.is_gone for guest in guests)


def test_there_are_never_more_than_the_system_has_files_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "_files", lambda: connections.RESERVED + 2)
    held = Connections(1_000, 1_000, Addresses(""), Turns())
    assert [arrive(held, str(n), since=None).is_gone for n in range(3)] == [False, False, True]


def test_an_overdue_connection_is_ended_and_logged_in_one_line() -> None:
    held = Connections(10, 10, Addresses(""), Turns())
    guests = [arrive(held) for _ in range(4)]
    for guest, why in zip(guests, ("head", "head", "idle", ""), strict=True):
        guest.why = why
    with capture_logs() as said:
        for now in (50.0, 101.0, 102.0):
            held.sweep(now)
    assert [guest.is_gone for guest in guests] == [True, True, True, False]
    line = {"event": "connections_ended", "log_level": "warning"}
    assert said == [line | {"head": 2, "idle": 1, "open": 1}]


def test_open_answers_to_a_blocked_address_end_at_the_next_sweep() -> None:
    held = Connections(9, 9, Addresses(""), Turns(), is_blocked="a".__eq__)
    served, waits, other = arrive(held, "a", None), arrive(held, "a"), arrive(held, "b", None)
    held.sweep(1.0)
    assert [guest.is_gone for guest in (served, waits, other)] == [True, False, False]
    assert held.ended["blocked"] == 1
