"""The story of a log: sentences, words, dice and tokens under headings.

Undone events appear on request.
"""

from itertools import pairwise

import pytest
from immutables import Map

from tests.captures.stories import EVENINGS, story_of, teller_of
from tests.golden.record import NAMES, game_of
from tests.support.log import evening
from tests.support.play import table
from verger.domain.core.dice import Roll
from verger.domain.core.identifier import SeatId
from verger.domain.core.landmark import Names
from verger.domain.core.note import PART, ROLL, SealedPart
from verger.domain.games.rulesets import RULESETS
from verger.projections.story.entry import GainView, StoryView, ToldView
from verger.projections.story.passage import Heading, Paragraph, passages
from verger.projections.story.wording import casts, is_said, told_of, without_ids, without_words

EYES = (SeatId("s2"),)
each_evening = pytest.mark.parametrize("name", NAMES)


def entry(story: StoryView, words: str) -> ToldView:
    """The entry that contains this text."""
    return next(one for one in story.entries if words in one.words)


def prose(story: StoryView) -> str:
    """All sentences of a story."""
    found = (one for one in passages(story.entries) if isinstance(one, Paragraph))
    return "\n".join(run.text for paragraph in found for run in paragraph.runs)


def test_an_evening_of_each_game_becomes_a_story() -> None:
    assert {*EVENINGS} == {*RULESETS}
    for game, name in EVENINGS.items():
        assert game_of(name) == game


@each_evening
def test_each_text_of_a_player_on_the_way_appears_once_for_its_event(name: str) -> None:
    story = story_of(evening(name), "struck")
    assert len({one.version for one in story.entries}) == len(story.entries)
    assert [one for one in story.entries if len({*one.words}) < len(one.words)] == []


@each_evening
def test_tokens_are_described_in_the_words_of_their_game(name: str) -> None:
    tokens = RULESETS[game_of(name)].telling.tokens
    for one in story_of(evening(name)).entries:
        for gain in one.tokens:
            verb = "gets" if gain.amount > 0 else "pays"
            several = abs(gain.amount) != 1
            said = f"{gain.name} {verb} {abs(gain.amount)} {tokens[gain.token][several]}"
            assert gain.words == said


@pytest.mark.parametrize("game", RULESETS)
def test_every_kind_of_token_has_words_in_stories(game: str) -> None:
    ruleset = RULESETS[game]
    assert ruleset.tokens
    assert {*ruleset.telling.tokens} == {*ruleset.tokens.nothing.__struct_fields__}


@each_evening
def test_no_sentence_names_a_rule_by_its_id(name: str) -> None:
    said = prose(story_of(evening(name), "struck"))
    assert [rule for rule in RULESETS[game_of(name)].rules if rule in said] == []


def test_a_name_that_equals_a_rules_name_stays() -> None:
    said = "He sets mark.standing aside: “mark.standing”, at example.org."
    told = "He sets a rule aside: “mark.standing”, at example.org."
    assert without_ids(said, RULESETS["verge"].rules, Names()) == told


@pytest.mark.parametrize("before", ["", "It was disputed. "])
def test_a_rule_at_the_start_of_a_sentence_begins_with_a_capital(before: str) -> None:
    told = without_ids(f"{before}mark.standing is set aside.", RULESETS["verge"].rules, Names())
    assert told == f"{before}A rule is set aside."


def test_named_things_do_not_appear_by_id() -> None:
    names = Names(Map({"s1": "Ann"}), Map({"t1": "Lifting", "n1": "Grafting"}))
    said = "“Grafting” (n1) goes, “t1” stays: test t1, b1 (b2)."
    told = "“Grafting” goes, “t1” stays: test “Lifting”, b1 (b2)."
    assert without_ids(said, (), names) == told


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Daemon declares a move: It storms back.", "Daemon declares a move."),
        (
            "Daemon declares a move: It storms back. It is late.",
            "Daemon declares a move. It is late.",
        ),
        ("Daemon moves: “It storms back.”.", "Daemon moves."),
        ("Daemon says so: It storms backwards.", "Daemon says so: It storms backwards."),
        ("It storms back: Daemon moves.", "It storms back: Daemon moves."),
    ],
)
def test_a_quoted_text_is_not_repeated_in_the_sentence(sentence: str, left: str) -> None:
    assert without_words(sentence, "It storms back.") == left
    assert without_words(sentence, "It storms\nback.") == left


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Pim spends a Lot on die 1.", True),
        ("Pim spends 1 Lot.", True),
        ("Pim spends 2 Lots.", False),
        ("Pim spends a Lottery.", False),
        ("Rue spends a Lot.", False),
    ],
)
def test_tokens_in_a_sentence_appear_once(sentence: str, said: bool) -> None:
    assert is_said(GainView("Pim", "lots", -1, "Lot"), sentence) is said


@each_evening
def test_no_level_of_headings_is_left_out(name: str) -> None:
    found = passages(story_of(evening(name)).entries)
    levels = [1, *(one.level for one in found if isinstance(one, Heading))]
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_one_lot_is_written_in_the_singular() -> None:
    words = {
        gain.words for one in story_of(evening("venus_glass_palace")).entries for gain in one.tokens
    }
    assert {"Pim gets 7 Lots", "Pim pays 1 Lot", "Pim pays 1 Ego"} <= words


def test_a_scene_begins_below_its_heading_and_a_chapter_after_its_causes() -> None:
    entries = story_of(evening("venus_glass_palace")).entries
    follows = {heading.title: heading.follows for one in entries for heading in one.headings}
    assert follows["Scene: The hall of mirrors, a ball."] is False
    assert follows["Chapter 1"] is True


def test_writers_appear_by_name() -> None:
    told = entry(story_of(evening("venus_glass_palace")), "I hum in tune with the roof.")
    assert (told.seat, told.by) == ("s4", "Rue")


def test_dice_that_no_sentence_shows_appear_separately() -> None:
    assert "The dice show 4, 6, 6, 3, 6," in prose(story_of(evening("war")))


def test_dice_that_a_sentence_shows_appear_once() -> None:
    said = prose(story_of(evening("edgerunner_net_run")))
    assert said.count("0 0 +1 +1") == 1
    assert "The dice show 2, 2, 3, 3" not in said


def test_a_story_has_only_the_last_agreement_to_a_proposal() -> None:
    said = prose(story_of(evening("venus_glass_palace")))
    assert "Chapter 1 begins." in said
    assert said.count(" agrees to begin a chapter") == 1


def test_undone_events_are_left_out_with_the_undoing() -> None:
    events = evening("second_thoughts")
    left, whole = story_of(events), story_of(events, "struck")
    undone = {one.version for one in whole.entries if one.is_undone}
    assert undone
    assert not undone & {one.version for one in left.entries}
    assert not any(one.is_undone for one in left.entries)


def test_events_of_the_table_between_the_undone_ones_stay() -> None:
    game = table("Ann", "Bo", "Cy", undo="gm")
    before = len(game.log)
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.move("Cy", "leave")
    game.agreed("Ann", "adopt_premise", aspect="tone", text="Eerie")
    game.move("Ann", "rewind", to=before)
    limit, left, *play = range(before + 1, len(game.log))
    told = {one.version: one for one in story_of(game.log, "struck").entries}
    assert [told[version].is_undone for version in (limit, left, play[0])] == [False, False, True]
    kept = {one.version for one in story_of(game.log).entries}
    assert {limit, left} <= kept
    assert not {*play} & kept


def test_events_that_were_undone_later_appear_as_of_then() -> None:
    events = evening("second_thoughts")
    undone = next(one.version for one in story_of(events, "struck").entries if one.is_undone)
    assert undone in {one.version for one in story_of(events[:undone]).entries}


def test_a_heading_is_for_a_step_a_scene_or_a_part_of_one() -> None:
    found = [one for one in passages(story_of(evening("war")).entries) if isinstance(one, Heading)]
    assert {one.level for one in found} <= {2, 3, 4}
    assert found[0] == Heading(2, "Compile", is_undone=False)


def test_a_sealed_note_appears_only_for_its_readers() -> None:
    events = evening("war")
    part = SealedPart(PART, EYES, "5a" * 16, "The harbour is mined.")
    told = teller_of(events).account(5, events[4], (part,))
    assert told is not None
    assert told.sealed == ("The harbour is mined.",)


@pytest.mark.parametrize(
    ("seen", "told"),
    [(False, "2 dice lie face down."), (True, "The dice, face down for others, show 1, 4.")],
)
def test_face_down_dice_show_to_those_who_see_them(seen: bool, told: str) -> None:
    part = SealedPart(ROLL, EYES, "5a" * 16, "[1,4]")
    roll = Roll(1, 6, (0, 0), EYES, part.digest)
    telling = RULESETS["verge"].telling
    (cast,) = casts([roll], None, (part,) if seen else (), telling)
    assert told_of(cast) == told


def test_typed_dice_appear_as_such() -> None:
    (cast,) = casts([], (5, 5, 3), (), RULESETS["verge"].telling)
    assert told_of(cast) == "The dice show 5, 5, 3, as they were thrown at the table."
