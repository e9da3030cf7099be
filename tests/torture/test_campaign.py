"""A short campaign: as `make torture`, but only with the quick faults."""

from collections.abc import Iterator

import pytest

from tests.torture import crowd
from tests.torture.campaign import campaign
from tests.torture.faults import FAULTS, PairWorld, staged
from tests.torture.report import Report
from tests.torture.world import Fault

SEED = 17
QUICK = (
    "connections ended by PostgreSQL",
    "commits cut off by the network",
    "a backend frozen",
    "every connection cut",
    "the standby frozen",
    "a process's clock set back 7 hours",
    "Redis killed",
    "a process of Verger killed",
    "PostgreSQL killed",
)


def quick(world: PairWorld, report: Report) -> Iterator[Fault[PairWorld]]:
    """Yield these faults, in this order."""
    known = {fault.name: fault for fault in FAULTS}
    return (known[name] for name in QUICK)


def test_people_play_through_every_quick_fault_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # These clients are in addition to those that check whether each process and each door is back.
    monkeypatch.setattr(crowd, "TABLES", 1)
    report = campaign(SEED, staged, quick, print)
    assert not report.wrong, "\n".join(report.lines())
    assert report.faults == len(QUICK)
    assert report.ledger.counts["acknowledged"] > 10 * len(QUICK)
