"""Lost moves of a group are found: acknowledged events that are missing or different in the log."""

import pytest

from tests.torture.asynchronous import lacking
from tests.torture.findings import Line
from tests.torture.ledger import Ledger, Told

KNOWN = {f"key {version}": Told(version, f"hash {version}") for version in (2, 3, 4)}


def log(*hashes: str) -> list[Line]:
    return [Line(version, one, None, "give_nonce", 0) for version, one in enumerate(hashes, 1)]


@pytest.mark.parametrize(
    ("there", "gone"),
    [
        (log("hash 1", "hash 2", "hash 3", "hash 4", "hash 5"), []),
        (log("hash 1", "hash 2", "hash 3"), ["key 4"]),
        (log("hash 1", "hash 2", "another", "hash 4"), ["key 3"]),
        (log(), ["key 2", "key 3", "key 4"]),
    ],
    ids=["all of it", "a tail", "another event in its place", "the session"],
)
def test_an_acknowledged_event_that_is_missing_or_different_is_lost(
    there: list[Line], gone: list[str]
) -> None:
    assert lacking(KNOWN, there) == gone


def test_an_answer_that_was_reported_as_lost_is_no_longer_required() -> None:
    ledger = Ledger()
    ledger.begin("low tide")
    for key, told in KNOWN.items():
        ledger.acknowledge("low tide", key, told)
    ledger.forget("low tide", ["key 3", "key 4"])
    assert ledger.acknowledged("low tide") == {"key 2": Told(2, "hash 2")}
    ledger.acknowledge("low tide", "key 3", Told(3, "another"))
    assert ledger.wrong == []
