"""A drill: somebody tries a server on a copy of the data, and nobody outside notices."""

import time
from collections.abc import Mapping

from tests.support.client import Player, played
from tests.support.problems import a_problem
from tests.support.receiver import QUICK, Receiver, hooked, leases_end
from tests.support.server import Server, serving
from verger.service.settings import read


def at(server: Server, player: Player) -> Player:
    """Return a client for the same seat at another server of the same database."""
    return Player(server.http, player.token or "", player.session, player.seat)


def test_a_drill_sends_and_signs_nothing_and_says_so_on_every_page(
    database: str, receiver: Receiver
) -> None:
    private: Mapping[str, str] = {"verger_webhook_private_targets": "on"}
    with serving(database, quicker=QUICK, **private) as original:
        ann = played(original.http, "Ann", "Bo")["Ann"]
        hook = hooked(ann, receiver.url)
        ann.draws_a_line("Spiders.")
        hook.settled(1)
        before = len(receiver.received)
    leases_end(database)
    with serving(database, quicker=QUICK, verger_drill="on", **private) as drill:
        assert drill.http.get("/readyz").json()["drill"] is True
        for page in ("/docs", "/docs/moves", "/watch", "/docs/reference"):
            assert "<strong>This is a drill.</strong>" in drill.http.get(page).text, page
        there = at(drill, ann)
        problem = a_problem(there.get(f"{there.home}/checkpoint"), "unavailable")
        assert "a drill, which signs nothing" in problem["detail"]
        there.draws_a_line("Snakes.")
        assert drill.http.get("/v1/keys").status_code == 200
        # In this time, a server that sends deliveries would have sent one.
        time.sleep(2)
    assert len(receiver.received) == before
    leases_end(database)
    with serving(database, quicker=QUICK, **private) as original:
        assert original.http.get("/readyz").json()["drill"] is False
        assert "This is a drill" not in original.http.get("/docs").text
        # After the drill, the original sends the delivery of the move that was made in the drill.
        receiver.wait(before + 1)


def test_a_drill_uses_no_shared_redis_and_sends_no_telemetry() -> None:
    settings = read(
        {"VERGER_DRILL": "on", "REDIS_URL": "redis://shared", "VERGER_TELEMETRY": "otlp"}
    )
    assert (settings.redis_url, settings.telemetry, settings.statement_minutes) == ("", "off", 0)
