"""Measure the lost moves if no commit waits for a standby, and the primary's machine is lost during play."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from statistics import median
from uuid import uuid4

import httpx

from tests.support.client import started
from tests.support.patience import until
from tests.torture.asking import Asking
from tests.torture.campaign import Say, logs
from tests.torture.crowd import PATIENT_SECONDS
from tests.torture.findings import Line
from tests.torture.group_faults import GroupWorld, node_killed, staged
from tests.torture.ledger import Ledger, Told
from tests.torture.program import OWN
from tests.torture.readers import Following
from tests.torture.world import Fault, send

TABLES = 16
PAUSE_SECONDS = 0.02
CUT_OFF_SECONDS = 1.0


def cut_off(world: GroupWorld) -> float:
    """Stop a primary from sending its log to the others, and kill it some seconds later."""
    primary = world.group.primary
    send(primary.senders, signal.SIGSTOP)
    time.sleep(CUT_OFF_SECONDS)
    primary.kill()
    return time.monotonic()


FAULTS: tuple[Fault[GroupWorld], ...] = (
    Fault("the primary's machine killed", 1, node_killed),
    Fault(f"cut off from the others for {CUT_OFF_SECONDS:.0f} s, then killed", 1, cut_off),
)


class Table:
    """A player who makes moves that do not depend on earlier moves, and a reader of the session."""

    def __init__(self, asking: Asking) -> None:
        self._asking, self._enough = asking, threading.Event()
        self.player = started(asking.server, "Ann")["Ann"]
        asking.ledger.begin(self.player.session)
        self.answered = 0.0
        self._playing = threading.Thread(target=self._play)
        reading = Following(asking, self.player)
        self._reading = threading.Thread(target=lambda: reading.follow(self._enough.is_set))

    def _play(self) -> None:
        while not self._enough.is_set():
            self._asking.move(self.player, "give_nonce", nonce=uuid4().hex)
            self.answered = self._asking.sent_at
            time.sleep(PAUSE_SECONDS)

    def start(self) -> None:
        self._playing.start()
        self._reading.start()

    def stop(self) -> None:
        self._enough.set()
        for one in (self._playing, self._reading):
            one.join()


@contextmanager
def playing(world: GroupWorld, ledger: Ledger, seed: int) -> Iterator[list[Table]]:
    """Have people play through the proxy."""
    with (
        httpx.Client(base_url=world.proxy.url, timeout=PATIENT_SECONDS, trust_env=False) as http,
        ExitStack() as stack,
    ):
        given_up = threading.Event()
        stack.callback(given_up.set)
        tables = []
        for number in range(TABLES):
            random = Random(f"{seed} {number}")  # noqa: S311
            tables.append(Table(Asking([http], PATIENT_SECONDS, ledger, random, given_up)))
        # Wait until the standbys have the sessions.
        time.sleep(PATIENT_SECONDS)
        for table in tables:
            stack.callback(table.stop)
            table.start()
        yield tables


def losses(ledger: Ledger, tables: list[Table], url: str) -> list[int]:
    """Return the number of lost acknowledged moves of each session. The ledger forgets these moves."""
    # The acknowledged moves are collected before the logs are read, so no log is read too early for them.
    known = {table.player.session: ledger.acknowledged(table.player.session) for table in tables}
    found = logs(url)
    gone = {session: lacking(told, found[session]) for session, told in known.items()}
    for session, keys in gone.items():
        ledger.forget(session, keys)
    return [len(keys) for keys in gone.values()]


def lacking(known: Mapping[str, Told], log: Sequence[Line]) -> list[str]:
    """The keys of acknowledged events that are missing or different in the log."""
    there = {Told(line.version, line.hash) for line in log}
    return [key for key, told in known.items() if told not in there]


def measure(seed: int, times: int, say: Say) -> list[str]:
    """Lose the primary this many times in each way, report the losses, and return everything that is wrong."""
    ledger = Ledger()
    with staged(ledger, Random(seed)) as world:  # noqa: S311
        world.group.confirm_by_none()
        with playing(world, ledger, seed) as tables:
            for fault in FAULTS:
                lost = [_suffered(fault, world, ledger, tables, say) for _ in range(times)]
                say(f"{fault.name}, {times} times: lost {sorted(lost)}, median {median(lost)}")
        for verger in world.vergers:
            verger.read_log()
        world.verify(ledger)
        counts = Counter(ledger.counts)
        say(f"{counts['acknowledged']:,} acknowledged, {counts['reset']} streams reset")
        say(f"{counts['went back']} times a process said that a log went back")
        say(f"verger lost: {OWN.told(world.database, 'lost').stdout.splitlines()[-1]}")
    return ledger.wrong


def _suffered(
    fault: Fault[GroupWorld], world: GroupWorld, ledger: Ledger, tables: list[Table], say: Say
) -> int:
    """Make a fault, and return the number of moves that were lost by it."""
    before, began = ledger.counts["acknowledged"], time.monotonic()
    time.sleep(PATIENT_SECONDS)
    rate = (ledger.counts["acknowledged"] - before) / (time.monotonic() - began)
    over = fault.do(world)
    until(lambda: all(table.answered > over for table in tables))
    seconds = time.monotonic() - over
    world.group.whole()
    lost = losses(ledger, tables, world.database)
    tables_hit = sum(map(bool, lost))
    say(
        f"{fault.name}: {rate:.0f} moves/s, back after {seconds:.1f} s, lost {sum(lost)} at {tables_hit} tables"
    )
    return sum(lost)
