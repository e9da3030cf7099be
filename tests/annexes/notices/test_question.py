"""A seat is notified of questions that come from other seats' moves, and not of questions from its own moves."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import pytest
from msgspec.structs import replace

from tests.golden.record import NAMES
from tests.golden.test_evenings import evening, ruleset_of
from verger.domain.core.decider import fold
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited
from verger.domain.core.past import GrowingPast
from verger.domain.judging.deed import deed
from verger.projections.session import NowView, now
from verger.service.annexes.notices import question
from verger.service.annexes.notices.question import LogCursor, Marks, OwnMove, Questions, stored
from verger.service.keyring import Digest

ANY = UUID(int=1)


def digest_by(key: bytes, text: str) -> bytes:
    return sha256(key + text.encode()).digest()


DIGEST = partial(digest_by, b"key")
marks = partial(question.marks, DIGEST)


class Act(NamedTuple):
    """The versions of a move, and of the moves that were made again because of it."""

    first: int
    last: int
    seat: str | None


class Told(NamedTuple):
    """A recorded evening: the open questions at each version, its acts, and its seats."""

    views: Sequence[NowView | None]
    acts: Sequence[Act]
    seats: Sequence[str]

    def marks(self, version: int, seat: str) -> Marks:
        return marks(self.views[version], [seat])


@cache
def told(name: str) -> Told:
    ruleset, past = ruleset_of(name), GrowingPast()
    state, acts = ruleset.empty, list[Act]()
    views: list[NowView | None] = [None]
    for version, event in enumerate(evening(name).events, 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
        views.append(now(ruleset, state, version))
        if event.repeats is None:
            acts.append(Act(version, version, event.seat))
        else:
            acts[-1] = acts[-1]._replace(last=version)
    return Told(views, acts, [seat.id for seat in state.table.seats])


def questions(of: Told, digest: Digest = DIGEST) -> Questions:
    """Return a `Questions` object that reads an evening from memory instead of a database."""

    async def digest_in_use() -> Digest:
        return digest

    async def at(session: UUID, version: int) -> NowView | None:
        return of.views[version]

    async def own_moves(
        session: UUID, seats: Sequence[str], *, after: int, until: int
    ) -> list[OwnMove]:
        found = [OwnMove(*act) for act in of.acts if act.seat in seats]  # type: ignore[arg-type]
        return [one for one in reversed(found) if after < one.first <= until]

    return Questions(at, at, own_moves, digest_in_use)


async def is_told(of: Told, acts: Sequence[Act], *seats: str) -> bool:
    """Return whether these acts notify a webhook of these seats. Before the acts, the webhook is up to date."""
    before, after = acts[0].first - 1, acts[-1].last
    known = stored(DIGEST, marks(of.views[before], seats))
    log = LogCursor(ANY, before, known, list(seats))
    return (await questions(of).find(log, after)).is_new


def in_turn(of: Told, many: int) -> Iterator[tuple[Sequence[Act], str]]:
    """Yield every sequence of `many` consecutive acts with each seat."""
    for start in range(1, len(of.acts) - many + 1):
        for seat in of.seats:
            yield of.acts[start : start + many], seat


@pytest.mark.parametrize("name", NAMES)
async def test_a_move_notifies_the_other_seats_of_its_questions_and_not_its_own(
    name: str,
) -> None:
    of, own, others = told(name), 0, 0
    for (act,), seat in in_turn(of, 1):
        asks = of.marks(act.last, seat).keys() - of.marks(act.first - 1, seat).keys()
        assert await is_told(of, [act], seat) == (bool(asks) and act.seat != seat), (act, seat)
        own += bool(asks) and act.seat == seat
        others += bool(asks) and act.seat != seat
    assert own
    assert others


@pytest.mark.parametrize("name", NAMES)
async def test_of_two_moves_at_once_only_the_questions_of_the_other_seat_notify(name: str) -> None:
    of, mixed = told(name), 0
    for (one, two), seat in in_turn(of, 2):
        end = of.marks(two.last, seat).keys()
        before, between = of.marks(one.first - 1, seat).keys(), of.marks(one.last, seat).keys()
        asked = set() if one.seat == seat else (between - before) & end
        asked |= set() if two.seat == seat else end - between - before
        assert await is_told(of, (one, two), seat) == bool(asked), (one, two, seat)
        mixed += bool(asked) and seat in (one.seat, two.seat)
    assert mixed


async def test_a_webhook_of_two_seats_reports_a_question_between_them() -> None:
    of = told("negotiation")
    asks = [act for act in of.acts[1:] if act.seat == "s2" and await is_told(of, [act], "s1")]
    assert asks
    for act in asks:
        assert await is_told(of, [act], "s1", "s2")


async def test_questions_older_than_the_webhook_are_not_new() -> None:
    of = told("negotiation")
    act = next(
        act
        for act in of.acts[1:]
        if of.marks(act.last, "s1") and of.marks(act.last, "s1") == of.marks(act.first - 1, "s1")
    )
    nobody_has_looked = LogCursor(ANY, act.first - 1, None, ["s1"])
    assert not (await questions(of).find(nobody_has_looked, act.last)).is_new


async def test_after_the_key_is_rotated_the_open_questions_are_not_new() -> None:
    of = told("negotiation")
    act = next(act for act in of.acts if of.marks(act.last, "s1"))
    other = partial(digest_by, b"other key")
    asked = await questions(of).find(LogCursor(ANY, act.first - 1, None, ["s1"]), act.last)
    known = LogCursor(ANY, act.last, asked.marks, ["s1"])
    assert not (await questions(of, other).find(known, act.last)).is_new
    assert (await questions(of, other).find(known, act.last)).marks != asked.marks


@pytest.mark.parametrize(
    "other", [{"what": "vote"}, {"sentence": "Consent to Cy's change."}, {"about": "d2"}]
)
def test_a_question_that_differs_has_another_mark(other: dict[str, str]) -> None:
    bo = SeatId("s2")
    one = Awaited("consent", (bo,), "declare.consent", "Consent to it.", "d1")
    before, after = (
        NowView("Low Tide", "verge", 12, (asked,)) for asked in (one, replace(one, **other))
    )
    assert marks(before, [bo]).keys().isdisjoint(marks(after, [bo]))


def test_a_mark_does_not_depend_on_the_other_seats_that_are_asked() -> None:
    bo, cy = SeatId("s2"), SeatId("s3")
    both = Awaited("consent", (bo, cy), "declare.consent", "Consent to it.", "d1")
    alone = Awaited("consent", (bo,), "declare.consent", "Consent to it.", "d1")
    of_both, of_bo = (NowView("Low Tide", "verge", 12, (one,)) for one in (both, alone))
    assert marks(of_both, [bo]) == marks(of_bo, [bo])
    assert marks(of_both, [bo]).keys().isdisjoint(marks(of_both, [cy]))
    assert marks(of_bo, [cy]) == {}
