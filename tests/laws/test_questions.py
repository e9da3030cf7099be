"""Options name the questions that they answer. Each question has an answer, the order fits, and no text has ids."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tests.laws.habit import Move
from tests.laws.law import each_walk, version_after
from tests.laws.played import Played, Step, told
from tests.support.game import tags
from verger.domain.core.decider import State
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited, Group, Option
from verger.domain.judging.answering import OF_TABLES, answered_options
from verger.domain.judging.offer import awaited_of
from verger.domain.table.proposal import too_many

UNANSWERED = {"play", "claim_seat", "add_seat"}
"""Questions that some seats have no answer to: the next step can be anybody's, or is not a move."""

GOES_ON = {
    *("call_roll", "call_test", "call_opposed_test", "begin_test", "open_situation"),
    *("leave_situation", "end_scene", "place", "hand_over_call", "concede", "choose_signal"),
    *("buy_interest", "frame", "call_conflict", "draw_map", "take_off", "compel", "name_peer"),
    *("set_scene", "count_answers", "cancel_roll"),
}
"""Moves that end a question without answering it, because play continues elsewhere."""

NAMED_BY_MOVE = {"roll", "let_be", "keep_roll", "bid", "place", "add_zone"}
"""Questions whose answers name a character or a zone. So a late answer cannot answer a later question."""


class Moment(NamedTuple):
    """The questions to a seat, by their ids, and the options of the seat, in a state."""

    waits: Mapping[str, Awaited]
    options: Sequence[Option]

    @property
    def answers(self) -> list[Option]:
        """The options that answer any question."""
        return [option for option in self.options if option.answers]


NOWHERE = Moment({}, ())
Moments = Mapping[SeatId, Moment]


@lru_cache(1)
def moments(played: Played) -> list[tuple[Step, Moments, Moments]]:
    """Each accepted step, with the questions to each seat before and after it."""
    steps, before = list[tuple[Step, Moments, Moments]](), dict[SeatId, Moment]()
    left: State[Any] | None = None
    for step, _ in played.accepted():
        waits = awaited_of(played.ruleset, step.after)
        after = {
            seat: Moment(
                {wait.id: wait for wait in waits if seat in wait.seats},
                answered_options(played.ruleset, step.after, version_after(step), seat),
            )
            for seat in step.after.table.sitting
        }
        # Between two moves, a walk can receive effects without a move. Then the earlier questions do not count.
        steps.append((step, before if left is step.before else {}, after))
        before, left = after, step.after
    return steps


def question(option: Option) -> str | None:
    """The id of the question that an option answers, or None."""
    return option.answers.question if option.answers else None


def makes(option: Option, move: Move) -> bool:
    """Return whether a move has the fixed values of an option."""
    if any(move.get(name) != value for name, value in option.fixed.items()):
        return False
    if move["move"] != "propose":
        return True
    (group,) = [field for field in option.fields if isinstance(field, Group)]
    subject = move["subject"]
    return any(
        all(subject.get(name) == value for name, value in shape.fixed.items())
        for shape in group.shapes
    )


def may_propose(step: Step, seat: SeatId) -> bool:
    """Return whether a seat is below its limit of open proposals."""
    return not too_many(step.after.play.proposals, seat)


@each_walk
def test_each_seat_that_is_asked_has_an_answer_and_all_labels_and_verbs_differ(
    played: Played,
) -> None:
    for step, _, after in moments(played):
        for seat, moment in after.items():
            labels = [option.label for option in moment.answers]
            assert len(labels) == len(set(labels)), told(played, step)
            verbs = [
                (one.answers.question, one.answers.verb) for one in moment.answers if one.answers
            ]
            assert len(verbs) == len(set(verbs)), told(played, step)
            answered = {question(option) for option in moment.answers}
            missing = {wait.what for id, wait in moment.waits.items() if id not in answered}
            assert missing <= UNANSWERED or not may_propose(step, seat), told(played, step)


@each_walk
def test_answers_come_first_in_the_order_of_the_questions(played: Played) -> None:
    for step, _, after in moments(played):
        for moment in after.values():
            order = [*moment.waits, None]
            places = [order.index(question(option)) for option in moment.options]
            assert places == sorted(places), told(played, step)


@each_walk
def test_a_move_that_closes_a_question_of_its_seat_is_an_answer_to_one(played: Played) -> None:
    for step, gone, named in answered_by_moves(played):
        is_elsewhere = step.sent["move"] in OF_TABLES | GOES_ON
        assert is_elsewhere or not gone or gone & named, told(played, step)


def answered_by_moves(played: Played) -> Iterator[tuple[Step, set[str], set[str | None]]]:
    """Each move from an option: the questions of its seat that it closed, and those that it answers."""
    for step, before, after in moments(played):
        if step.drawn:
            old = before.get(step.seat, NOWHERE)
            gone = set(old.waits) - set(after.get(step.seat, NOWHERE).waits)
            # Any move of play withdraws the question about a rewind (`table.rewind`).
            gone = {id for id in gone if not id.startswith("agreement-r")}
            yield step, gone, {question(one) for one in old.answers if makes(one, step.sent)}


def answered(played: Played) -> Mapping[int, set[str]]:
    """The questions that each move answered and closed. Proposals are left out, because they only ask others."""
    return {
        step.number: {id for id in gone if id in named}
        for step, gone, named in answered_by_moves(played)
        if step.sent["move"] != "propose"
    }


@each_walk
def test_a_question_that_was_answered_is_never_asked_again_by_its_id(played: Played) -> None:
    closed: set[tuple[SeatId, str]] = set()
    by_moves = answered(played)
    for step, _, after in moments(played):
        # The tokens of an emptied seat cannot send a late answer.
        closed = {(seat, id) for seat, id in closed if seat in after}
        for seat, moment in after.items():
            ids = {id for id, wait in moment.waits.items() if wait.what not in NAMED_BY_MOVE}
            assert not {id for id in ids if (seat, id) in closed}, told(played, step)
        closed |= {(step.seat, id) for id in by_moves.get(step.number, ())}


@each_walk
def test_the_moves_of_other_seats_leave_an_id_as_it_is(played: Played) -> None:
    for step, before, after in moments(played):
        is_undo = step.after.table.timeline.rewinds != step.before.table.timeline.rewinds
        # Questions about a new wording, the next action or a new network can have the same sentence as before.
        is_new = "network_scrapped" in tags(step.accepted) if step.accepted else False
        asks_again = is_undo or is_new or step.sent["move"] in ("reword", "withdraw")
        for seat in before.keys() & after.keys() - {step.seat}:
            still = after[seat].waits
            same = {(wait.what, wait.about, wait.sentence) for wait in still.values()}
            for id, wait in before[seat].waits.items():
                is_same = (wait.what, wait.about, wait.sentence) in same
                assert asks_again or not is_same or id in still, (id, told(played, step))


ID = re.compile(r"\b[a-z]\d{1,4}\b")
QUOTED = re.compile(r"“[^”]*”")


@each_walk
def test_no_word_of_a_question_or_an_answer_is_an_id(played: Played) -> None:
    known = set[str]()
    for step, _, after in moments(played):
        # A question about an undo can have the earlier name of a character.
        known |= words(step.after)
        names = sorted(known, key=len, reverse=True)
        for moment in after.values():
            texts = {
                text for wait in moment.waits.values() for text in (wait.sentence, wait.object)
            }
            texts |= {option.label for option in moment.answers}
            for text in texts:
                assert not ID.search(without(text, names)), (text, told(played, step))


def words(state: State[Any]) -> set[str]:
    """The names of seats, characters and zones, which people chose."""
    characters, chart = (getattr(state.play, part, None) for part in ("characters", "chart"))
    named = [
        *state.table.seats,
        *(characters.known.values() if characters else ()),
        *(chart.zones.values() if chart else ()),
    ]
    return {str(one.name) for one in named}


def without(text: str, names: Iterable[str]) -> str:
    """A text without the words of players."""
    for name in names:
        text = text.replace(name, "")
    return QUOTED.sub("", text)
