"""The laws of judging, on generated play; a failure names its game, its seed and its move."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from tests.laws.law import each_walk
from tests.laws.played import Played, told
from tests.support.asked import wire
from tests.support.snapshot import encode
from verger.domain.core.decider import Accepted
from verger.domain.core.dice import RecordedDice
from verger.domain.core.mover import Unseated
from verger.domain.core.note import NoteRevealed
from verger.domain.core.ruling import Refused
from verger.domain.judging.judge import judge

MADE_UP = re.compile(r"Then \w+\.")


@pytest.fixture(autouse=True)
def _remembered() -> None:
    """Share no options with other laws, because these laws judge a move twice and compare."""


@each_walk
def test_every_move_gets_a_ruling(played: Played) -> None:
    for step in played.steps:
        assert isinstance(step.judgement, Accepted | Refused), told(played, step)


@each_walk
def test_every_ruling_is_of_known_rules_and_can_be_said(played: Played) -> None:
    rules = set(played.ruleset.rules)
    for step in played.steps:
        if isinstance(step.judgement, Refused):
            assert step.judgement.rule in rules, told(played, step)
            assert step.judgement.sentence, told(played, step)
            assert step.judgement.remedy, told(played, step)
        elif isinstance(step.judgement, Accepted):
            cited = {applied.rule for applied in step.judgement.ruling.rules}
            assert cited <= rules, told(played, step)
            assert cited, told(played, step)


@each_walk
def test_judging_changes_nothing(played: Played) -> None:
    for step in played.steps:
        if step.bytes_before is not None:
            assert encode(step.before) == step.bytes_before, told(played, step)


@each_walk
def test_judging_again_gives_the_same(played: Played) -> None:
    for step in played.steps:
        facts = replace(step.facts, dice=RecordedDice(step.dice.rolls, step.dice.revealed))
        asked = wire(step.judged, step.before, step.seat, played.ruleset)
        assert judge(played.ruleset, step.before, asked, facts) == step.judgement, told(
            played, step
        )


@each_walk
def test_an_event_comes_back_from_the_log_as_it_was(played: Played) -> None:
    for step, _ in played.accepted():
        event = played.event(step)
        stored = msgspec.json.encode(event)
        assert played.events.decode(stored) == event, told(played, step)
        assert msgspec.json.encode(played.events.decode(stored)) == stored, told(played, step)


@each_walk
def test_judging_the_log_again_gives_the_same(played: Played) -> None:
    for step, _ in played.accepted():
        event = played.events.decode(msgspec.json.encode(played.event(step)))
        # The event does not have the sender of an anonymous signal. Any seat gives the same ruling.
        hidden = event.seat is None and not isinstance(step.mover, Unseated)
        mover = step.before.table.sitting[0] if hidden else step.mover
        facts = replace(step.facts, mover=mover, dice=RecordedDice(event.dice, event.revealed))
        again = judge(played.ruleset, step.before, event.move, facts)
        assert again == Accepted(event.ruling, event.effects, step.after), told(played, step)


@each_walk
def test_a_sealed_text_is_not_in_the_log_before_it_is_revealed(played: Played) -> None:
    sealed, opened = set[str](), set[str]()
    # Generated play also seals texts that other moves contain.
    others = [str(s.sent) for s, _ in played.accepted() if s.sent["move"] != "seal_note"]
    for step, judgement in played.accepted():
        if step.sent["move"] == "seal_note":
            text = step.sent["text"]
            sealed |= {text} - {text for other in others if text in other}
        opened |= {effect.text for effect in judgement.effects if isinstance(effect, NoteRevealed)}
        said = msgspec.json.encode(played.event(step)).decode()
        # A sealed text that is not unique, such as the name of a pool, can be in the log by chance.
        secrets = (text for text in sealed - opened if MADE_UP.fullmatch(text))
        assert not any(text in said for text in secrets), step.number


@each_walk
def test_the_laws_of_each_game_hold(played: Played) -> None:
    for law in played.habits.laws:
        law(played)
