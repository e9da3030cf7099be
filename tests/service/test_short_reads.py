"""Views of unchanged sessions are kept, within a limit."""

from types import SimpleNamespace
from typing import Any
from uuid import UUID, uuid4

import pytest

from verger.service.edge.reading import VIEWS
from verger.service.short import reads
from verger.service.short.reads import Views


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list. Each computed view adds its text to it."""
    made: list[str] = []

    def view(_: object, found: Any) -> str:
        made.append(found.session.text)
        return str(found.session.text)

    monkeypatch.setitem(VIEWS, "/state", view)
    return made


def found(text: str, newest: bytes, generation: object, session: UUID) -> Any:
    """Return a read by the first seat of a session in memory that has this text."""
    at = SimpleNamespace(id=session, text=text, hash=newest, generation=generation)
    return SimpleNamespace(session=at, asking=SimpleNamespace(seats=("s1",)))


def test_a_view_is_made_again_after_an_event_and_after_the_session_was_read_again(
    made: list[str],
) -> None:
    views, parts, id, first, second = Views(), Any, uuid4(), object(), object()
    for text, newest, generation in (
        ("one", b"1", first), ("one", b"1", first), ("two", b"2", first), ("none", b"2", second),
    ):  # fmt: skip
        body = views.body("/state", parts, found(text, newest, generation, id))  # type: ignore[arg-type]
        assert body == f'"{text}"'.encode()
    assert made == ["one", "two", "none"]


def test_other_seats_see_another_view(made: list[str]) -> None:
    views, point = Views(), found("one", b"1", object(), uuid4())
    other = SimpleNamespace(session=point.session, asking=SimpleNamespace(seats=("s2",)))
    for one in (point, other, point):
        views.body("/state", Any, one)  # type: ignore[arg-type]
    assert made == ["one", "one"]


def test_the_views_that_nobody_asks_for_go_first(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "KEPT_BYTES", 3 * len('"text 0"'))
    views, generation = Views(), object()
    points = [found(f"text {number}", b"1", generation, uuid4()) for number in range(4)]
    for number in (0, 1, 2, 0, 3, 0, 2, 3, 1):
        views.body("/state", Any, points[number])  # type: ignore[arg-type]
    assert made == ["text 0", "text 1", "text 2", "text 3", "text 1"]


def test_a_long_view_is_not_kept(made: list[str]) -> None:
    views, point = Views(), found("x" * reads.LONG_BYTES, b"1", object(), uuid4())
    for _ in range(2):
        views.body("/state", Any, point)  # type: ignore[arg-type]
    assert len(made) == 2
