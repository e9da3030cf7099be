"""The checks of a campaign find every kind of fault in a log."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.torture.findings import Feed, Finding, Kind, Line, findings, missing
from tests.torture.ledger import Account, Heard, Ledger, Told

LENGTH = 6
KEYLESS = 2
"""The number of events without a key: the start of the session, and a claim."""

Harm = Callable[["Case"], object]


def log() -> list[Line]:
    """Return a log. Every event except the first ones answered a request."""
    return [
        Line(version, f"hash {version}", _key(version), _type(version), 1_000 * version)
        for version in range(1, LENGTH + 1)
    ]


def _key(version: int) -> str | None:
    return f"key {version}" if version > KEYLESS else None


def _type(version: int) -> str:
    return "propose" if version > KEYLESS else "start"


def account() -> Account:
    """Return the records of clients: all events were streamed, and all except the last were acknowledged."""
    told = {line.key: Told(line.version, line.hash) for line in log() if line.key}
    sent = {*told, "never answered"}
    heard = [Told(line.version, line.hash) for line in log()]
    del told[f"key {LENGTH}"]
    return Account(sent=sent, acknowledged=told, heard=[Heard(heard), Heard(heard[3:])])


class Case:
    """A log and the records of its clients. They match until a test changes one of them."""

    def __init__(self) -> None:
        self.told, self.lines = account(), log()

    def add(self, key: str | None = None, at: int = 9_000) -> None:
        """Add a move to the log."""
        self.lines.append(Line(LENGTH + 1, "one more", key, "propose", at))

    def tell_again(self) -> None:
        """Have a stream repeat an event."""
        events = self.told.heard[1].events
        events.insert(1, events[1])

    def tell_twice(self) -> None:
        """Answer two requests with one version."""
        self.told.acknowledged["never answered"] = self.told.acknowledged["key 4"]


def another(events: list[Any], place: int) -> None:
    """Replace an event in the log by another."""
    events[place] = events[place]._replace(hash="another")


GONE: list[Kind] = ["lost", "stream"]
HARMS: dict[str, tuple[Harm, list[Kind]]] = {
    "an event is gone": (lambda case: case.lines.pop(3), ["gap", "lost", "stream"]),
    "the end is gone": (lambda case: (case.lines.pop(), case.lines.pop()), [*GONE, "withdrawn"]),
    "all is gone": (lambda case: case.lines.clear(), [*GONE, "withdrawn"]),
    "another event stands there": (lambda case: another(case.lines, 4), GONE),
    "a request was recorded twice": (lambda case: case.add("key 3"), ["doubled"]),
    "a request that nobody sent": (lambda case: case.add("odd"), ["doubled"]),
    "a move that nobody sent": (lambda case: case.add(), ["doubled"]),
    "one version told twice": (lambda case: case.tell_twice(), ["doubled", "lost"]),
    "time went back": (lambda case: case.add("never answered", 1), ["gap"]),
    "a stream left one out": (lambda case: case.told.heard[0].events.pop(2), ["stream"]),
    "a stream told one twice": (lambda case: case.tell_again(), ["stream"]),
    "a stream told another": (
        lambda case: another(case.told.heard[1].events, 1),
        ["stream", "withdrawn"],
    ),
}


@pytest.mark.parametrize("name", HARMS)
def test_every_kind_of_lost_or_changed_event_is_found(name: str) -> None:
    case, (harm, kinds) = Case(), HARMS[name]
    harm(case)
    assert sorted({finding.kind for finding in findings(case.told, case.lines)}) == kinds


def test_nothing_is_found_without_a_fault() -> None:
    case = Case()
    assert not list(findings(case.told, case.lines))
    case.lines.pop()
    for heard in case.told.heard:
        heard.events.pop()
    assert not list(findings(case.told, case.lines)), "nobody was told of the last"


def test_a_stream_with_a_withdrawn_event_continues_only_after_a_reset_or_a_new_connection() -> None:
    case = Case()
    another(case.lines, LENGTH - 1)
    case.add("never answered")
    for heard in case.told.heard:
        heard.events.append(Told(LENGTH + 1, "one more"))
    case.told.heard[0].joins.add(LENGTH)
    kinds = [finding.kind for finding in findings(case.told, case.lines)]
    assert sorted(kinds) == ["stream", "withdrawn", "withdrawn"]


def test_a_forks_log_begins_after_the_shared_part() -> None:
    told, lines = account(), log()[3:]
    told.begins, told.heard = 4, told.heard[1:]
    del told.acknowledged["key 3"]
    assert not list(findings(told, lines))


def test_an_acknowledged_event_that_is_not_read_is_found_at_once() -> None:
    events = [Told(line.version, line.hash) for line in log()]
    assert not list(missing(events, events))
    assert list(missing(events, events[:-1])) == [
        Finding("lost", f"version {LENGTH} was acknowledged and is not read")
    ]


def test_a_feed_returns_every_version_of_each_session_once() -> None:
    feed = Feed()
    assert not [*feed.hear("a", 1), *feed.hear("b", 1), *feed.hear("a", 2), *feed.hear("b", 2)]
    assert (feed.newest("a"), feed.newest("c")) == (2, 0)
    assert list(feed.hear("a", 4)), "one is left out"
    assert list(feed.hear("b", 2)), "one is told twice"
    assert list(feed.hear("c", 2)), "a session begins with its first"


def test_a_restarted_feed_leaves_out_nothing_that_was_not_read() -> None:
    feed = Feed()
    feed.begin({"a": 5})
    assert not [*feed.hear("a", 4), *feed.hear("a", 5), *feed.hear("a", 6), *feed.hear("b", 1)]
    assert feed.newest("a") == 6
    feed.begin({"a": 6})
    assert list(feed.hear("a", 8))


def test_a_repeated_request_must_get_the_same_answer() -> None:
    ledger = Ledger()
    ledger.acknowledge("s", "key", Told(3, "hash"))
    ledger.acknowledge("s", "key", Told(3, "hash"))
    assert not ledger.wrong
    ledger.acknowledge("s", "key", Told(4, "hash"))
    assert len(ledger.wrong) == 1
