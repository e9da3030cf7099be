"""The acts that a remedy asks for are possible when a move is refused, in generated play and in every story."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from tests.captures.told import Story, stories
from tests.laws.game import walks
from tests.laws.law import each_game, each_walk
from tests.laws.played import Played, Step, told
from tests.laws.remedies import BIDDING, LISTED, WAYS, impossible, named
from tests.laws.remedies.way import ANOTHER, KNOWN, Moment, Values, Wait, Way, until
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Option
from verger.domain.core.reason import KNOWN as REASONS
from verger.domain.core.refusal_code import ReasonCode
from verger.domain.core.ruling import Refused
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.verge.reason import Code as Own
from verger.domain.judging.offer import options_of

BRACES = re.compile(r"\{\w+\}")
WITHOUT_STORY = {
    *("not_started", "already_started", "nothing_due"),
    # moves with their own addresses
    *("no_gm", "seat_limit", "seat_taken", "boosts_out", "not_yours_to_redact"),
    # notes that were sealed elsewhere, or redacted
    *("sealed_elsewhere", "not_what_was_sealed"),
}
"""Codes that a move of a seat cannot be refused with in a story."""


def refusals(played: Played) -> Iterator[tuple[Step, Moment]]:
    """Every refusal of a walk, with its moment."""
    for step in played.steps:
        if isinstance(step.judgement, Refused):
            yield step, moment(played, step, step.judgement)


def moment(played: Played, step: Step, refused: Refused) -> Moment:
    """Return the moment of a refused step."""
    state, version = step.before, step.facts.version - 1

    def options(seat: SeatId) -> list[Option]:
        return played.options_at(state, version, seat)

    return Moment(
        played.ruleset, state, step.seat, step.sent, refused, version, options, played.past
    )


def told_of(story: Story) -> Moment:
    """Return the moment of a story's refused move."""
    game = story.table.game()
    refused = game.judge(story.seat, story.move)
    assert isinstance(refused, Refused)

    seat, state, version = SeatId(story.seat), game.state, len(game.log)

    @cache
    def options(seat: SeatId) -> list[Option]:
        return options_of(game.ruleset, state, version, seat)

    return Moment(game.ruleset, state, seat, story.move, refused, version, options)


def story_of(code: ReasonCode) -> Moment:
    """The moment when the move in the story of a code is refused."""
    return next(told_of(story) for story in stories() if story.code == code)


@each_walk
def test_the_parts_of_a_remedy_are_possible_at_that_moment(played: Played) -> None:
    for step, moment in refusals(played):
        assert list(impossible(moment)) == [], told(played, step)


def test_the_parts_of_a_remedy_are_possible_at_the_table_of_every_story() -> None:
    wrong = {story.code: found for story in stories() if (found := [*impossible(told_of(story))])}
    assert wrong == {}


def test_the_ways_of_every_remedy_that_asks_for_a_move_are_listed() -> None:
    assert set(LISTED) <= set(REASONS)
    assert {code for code, ways in WAYS.items() if not ways} == set()


def test_a_remedy_writes_names_in_backticks_only() -> None:
    texts = [text for reason in REASONS.values() for text in (reason.remedy, *reason.ways.values())]
    plain = [named.CODE.sub("", BRACES.sub("", text)) for text in texts]
    assert [text for text in plain if "_" in text or "`" in text] == []


def test_of_every_code_that_play_meets_there_is_a_story() -> None:
    assert {story.code for story in stories()} == set(REASONS) - WITHOUT_STORY


@pytest.mark.thorough
@each_game
def test_walks_meet_many_codes(game: str) -> None:
    codes = {str(moment.refused.code) for one in walks(game) for _, moment in refusals(one)}
    own = {str(code) for code in RULESETS[game].reasons}
    assert len(codes & own) > len(own) / 2 or not own
    assert len(codes - own) > 20


def test_a_remedy_that_asks_to_wait_says_so() -> None:
    waiting = {code for code, ways in WAYS.items() if any(isinstance(way, Wait) for way in ways)}
    assert {code for code in waiting if "Wait" not in REASONS[code].remedy} == set()


def test_a_remedy_that_states_a_fact_does_not_ask_for_a_move() -> None:
    known = {code: REASONS[code].remedy for code, ways in WAYS.items() if ways == (KNOWN,)}
    bidding = {code for code, said in known.items() if BIDDING.search(said) and "`" not in said}
    assert bidding == set()


@pytest.mark.parametrize(
    ("code", "way"),
    [
        (Own.NO_CONFLICT, ANOTHER),
        (Own.NOT_IN_THE_SPOTLIGHT, until("vote")),
        (Own.BROKEN_PATH, until(who="target_label")),
        (Own.CLOSE, Values("elements")),
    ],
)
def test_an_impossible_way_is_found(code: ReasonCode, way: Way) -> None:
    assert way.missing(story_of(code))


@pytest.mark.parametrize(
    "remedy",
    [
        "Burn an edge with `burn`.",
        "Have somebody give it up with `give_up`.",
        "Wait until Mara frames it with `frame`, or use `declare`.",
        "Use `declare` for the nature `fantasy`.",
        "Have Mara remove the seat with `remove_seat`.",
    ],
)
def test_a_move_or_value_that_is_not_possible_is_found(remedy: str) -> None:
    assert [*named.missing(story_of(Own.CONFLICT_OPEN), remedy)]


def test_a_name_with_a_full_stop_does_not_end_a_part_of_a_remedy() -> None:
    found = story_of(Own.CONFLICT_OPEN)
    gm, *others = found.state.table.seats
    table = replace(found.state.table, seats=(replace(gm, name="Mara B."), *others))
    moment = replace(found, state=replace(found.state, table=table))
    assert named.parts(moment, "Have Mara B. use `frame`.") == [f"Have {gm.id} use `frame`."]
