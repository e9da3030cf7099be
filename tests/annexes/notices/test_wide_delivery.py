"""Two processes serve one webhook of many sessions: each event is sent once and in order, even if one process dies."""

import signal
from collections.abc import Sequence
from threading import Event

from tests.support.app import app_key, sits_down
from tests.support.client import Client, Player
from tests.support.patience import until
from tests.support.receiver import QUICK, Answer, Received, Receiver, hooked_widely, leases_end
from tests.support.server import Server, serving

Place = tuple[str, int]


def draws(player: Player, by: Server, text: str) -> Place:
    return player.session, player.at(by.http).draws_a_line(text)["version"]


def told(received: Sequence[Received]) -> list[Place]:
    return [(one.said["data"]["session"], one.said["data"]["version"]) for one in received]


def test_two_processes_at_one_webhook_send_each_event_once_and_in_order(
    database_url: str, redis_url: str, receiver: Receiver
) -> None:
    settings = {"verger_webhook_private_targets": "on"}
    with (
        serving(database_url, redis_url, quicker=QUICK, **settings) as one,
        serving(database_url, redis_url, quicker=QUICK, **settings) as two,
    ):
        club = Client(one.http, app_key(database_url))
        tables = [sits_down(club)[0] for _ in range(3)]
        hook = hooked_widely(club, receiver.url)
        made = [
            draws(table, (one, two)[number % 2], f"Line {number}.")
            for number in range(12)
            for table in tables
        ]
        assert told(receiver.wait(len(made))) == made
        hook.settled(len(made))

        # The sending process dies in the middle, while players at the other process go on.
        two.process.send_signal(signal.SIGSTOP)
        receiver.answers.append(Answer(after=(never := Event())))
        later = [draws(tables[0], one, "The last of the first.")]
        receiver.wait(len(made) + 1)
        two.process.send_signal(signal.SIGCONT)
        later += [draws(table, two, f"After {number}.") for number in range(4) for table in tables]
        one.kill()
        leases_end(database_url)
        found = receiver.wait(len(made) + 1 + len(later))
        never.set()
        until(lambda: Client(two.http, club.token).read(f"{hook.home}")["pending"] == 0)
        begun, *again = found[len(made) :]
        assert told([begun]) == [later[0]]
        assert told(again) == later
        assert begun.id == again[0].id
        assert len({one.id for one in found}) == len(made) + len(later)
        assert len(receiver.received) == len(found)
