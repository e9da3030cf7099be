"""The changes between two versions, as events and as a patch of a read."""

import pytest

from tests.support.client import Json, Player, Table, of
from tests.support.patch import patched


@pytest.fixture
def ann(evening: Table) -> Player:
    """Return Ann at a table that tests only read."""
    return evening["Ann"]


def read(player: Player, version: int) -> Json:
    """Return everything that a seat sees of play at a version, as one document."""
    parts = ("state", "network", "banks")
    return {part: player.see(f"/{part}", at=version) for part in parts}


def spans(head: int) -> list[tuple[int, int]]:
    """Return pairs of versions to compare: close, far apart, equal and in reverse."""
    return [(1, head), (2, 3), (head - 1, head), (head // 3, head // 2), (5, 5), (head, 2)]


def test_the_patch_leads_from_the_earlier_read_to_the_later(ann: Player) -> None:
    for since, until in spans(ann.head):
        shown = ann.see("/diff", **{"from": since, "to": until})
        assert patched(read(ann, since), shown["patch"]) == read(ann, until)


def test_the_changes_are_the_events_between(ann: Player) -> None:
    for since, until in spans(ann.head):
        shown = ann.see("/diff", **{"from": since, "to": until})
        earlier, later = sorted((since, until))
        log = [event for event in ann.log() if earlier < event["version"] <= later]
        assert [change["version"] for change in shown["changes"]] == [e["version"] for e in log]
        told = [(c["sentence"], c["effects"], c["seat"]) for c in shown["changes"]]
        events = [event["event"] for event in log]
        assert told == [(e["ruling"]["sentence"], e["effects"], e["seat"]) for e in events]


def test_without_an_end_it_goes_up_to_the_newest_version(ann: Player) -> None:
    shown = ann.see("/diff", **{"from": ann.head - 2})
    assert (shown["version"], shown["since"], shown["next_after"]) == (ann.head, ann.head - 2, None)
    assert len(shown["changes"]) == 2


def test_the_changes_come_in_pages_and_the_patch_whole(ann: Player) -> None:
    whole = ann.see("/diff", **{"from": 2, "to": 12})
    first = ann.see("/diff", **{"from": 2, "to": 12, "limit": 6})
    assert (first["next_after"], len(first["changes"])) == (8, 6)
    rest = ann.see("/diff", **{"from": first["next_after"], "to": 12, "limit": 4})
    assert rest["next_after"] is None
    assert first["changes"] + rest["changes"] == whole["changes"]
    assert first["patch"] == whole["patch"]


@pytest.mark.parametrize(
    ("span", "status", "code"),
    [
        ({"from": 99_999}, 404, "no_such_version"),
        ({"from": 0}, 400, "invalid_parameter"),
        ({"to": 3}, 400, "invalid_parameter"),
        ({"from": 1, "to": 99_999}, 404, "no_such_version"),
    ],
)
def test_a_diff_is_between_existing_versions(
    ann: Player, span: dict[str, int], status: int, code: str
) -> None:
    problem = of(ann.ask("GET", f"{ann.home}/diff", params=span), status)
    assert problem["code"] == code
