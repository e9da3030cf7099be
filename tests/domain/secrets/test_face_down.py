"""Face-down dice: they come from the seed like all others, and only some seats can see them."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from tests.support import screen
from tests.support.play import Game, effect, in_run, rule, saw, tags
from verger.domain.core.dice import NewDiceNeededError, RecordedDice, Roll, SeededDice, salt
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.note import ROLL, Note, NoteId, opened_values, sealed_digest
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET
from verger.domain.judging.rejudge import rejudge
from verger.domain.secrets.sealing import NOTE_LIMIT

SEED = bytes(range(32))
SESSION = SessionId("00000000-0000-4000-8000-000000000000")
EYES = (SeatId("s1"), SeatId("s3"))


@pytest.fixture(autouse=True)
def screened() -> Iterator[None]:
    with screen.installed():
        yield


def scene(*values: int, by: str = "Ann", **house_rules: str | int) -> Game:
    """Return a table where the scene that Ann framed has rolled these dice face down."""
    game = in_run("Ann", "Bo", "Cy", **house_rules)
    game.dice(*values).move("Ann", "frame", **screen.SCENE)
    return game


def lying(*counts: int, eyes: tuple[SeatId, ...] = EYES) -> SeededDice:
    """Return the seed's dice after rolls of these numbers of dice. They lie face down, and only `eyes` see them."""
    dice = SeededDice(SEED, SESSION, 3)
    for count in counts:
        dice.roll(count, 6, eyes)
    return dice


def test_dice_that_lie_face_down_are_those_that_would_have_lain_open() -> None:
    (part,) = lying(4).sealed
    (openly,) = lying(4, eyes=()).rolls
    assert msgspec.json.decode(part.text, type=tuple[int, ...]) == openly.values


def test_the_log_and_the_judge_hold_only_a_digest_of_face_down_dice() -> None:
    (roll,), (part,) = lying(4).rolls, lying(4).sealed
    assert roll == Roll(4, 6, (0, 0, 0, 0), EYES, part.digest)
    assert (part.name, part.eyes) == (ROLL, EYES)
    digest = sealed_digest(ROLL, EYES, salt(SEED, SESSION, 4), part.text)
    assert (part.digest, bytes.fromhex(part.salt)) == (digest, salt(SEED, SESSION, 4))


def test_open_dice_are_stored_as_they_always_were() -> None:
    stored = b'{"first":4,"faces":6,"values":[6,6]}'
    assert msgspec.json.encode(lying(2, eyes=()).rolls[0]) == stored


def test_no_two_rolls_have_the_same_salt() -> None:
    one, other = lying(1, 1).sealed
    assert len({one.salt, other.salt, SeededDice(SEED, SESSION, 0).roll(1, 6, EYES).sealed}) == 3


def test_the_numbers_of_face_down_dice_count_like_those_of_open_dice() -> None:
    dice = lying(2)
    assert dice.roll(1, 6).first == 6
    assert dice.rolls[1].values == lying(2, 1, eyes=()).rolls[1].values


def test_recorded_face_down_dice_stay_face_down() -> None:
    (roll,) = rolls = lying(2).rolls
    dice = RecordedDice(rolls)
    assert dice.roll(2, 6, (SeatId("s2"),)) == roll
    assert (dice.rolls, dice.sealed) == (rolls, [])


@pytest.mark.parametrize(("recorded", "asked"), [(EYES, ()), ((), EYES)])
def test_face_down_dice_are_never_taken_for_open_dice(
    recorded: tuple[SeatId, ...], asked: tuple[SeatId, ...]
) -> None:
    with pytest.raises(NewDiceNeededError):
        RecordedDice(lying(2, eyes=recorded).rolls).roll(2, 6, asked)


@rule("table.notes")
def test_face_down_dice_are_a_note_that_their_first_reader_may_reveal() -> None:
    game = scene(3, 4)
    added = game.dice(1, 6).move("Bo", "add_to_camera", text="A draught.")
    (roll,) = game.log[-1].dice
    where = {"eyes": ["s2", "s1"], "version": len(game.log), "digest": roll.sealed, "roll": 3}
    assert effect("note_sealed", note="k2", by="s2", **where) in added.effects
    facts = {"note": "k2", "reading_seats": ("s2", "s1"), "first_roll": 3, "dice": 2}
    assert saw(added, "table.notes") == facts
    assert roll.values == (0, 0)


@rule("table.notes")
def test_revealed_dice_show_their_values() -> None:
    game = scene(3, 4)
    assert opened_values(game.state.table.notes[0]) is None
    assert tags(game.move("Ann", "reveal_note", note="k1")) == ["note_revealed"]
    assert opened_values(game.state.table.notes[0]) == (3, 4)


@rule("table.notes")
def test_nobody_else_reveals_face_down_dice_even_if_they_see_them() -> None:
    game = scene(3, 4)
    game.dice(1, 6).move("Bo", "add_to_camera", text="A draught.")
    game.refused("Bo", Code.NOT_THE_AUTHOR, "reveal_note", note="k1")
    game.refused("Ann", Code.NOT_THE_AUTHOR, "reveal_note", note="k2")
    assert not game.options("Cy", "reveal_note")


@rule("table.notes")
def test_other_values_do_not_match_the_seal() -> None:
    game = scene(3, 4)
    known = {"note": "k1", "salt": salt(bytes(32), SessionId(""), 1).hex()}
    game.refused("Ann", Code.NOT_WHAT_WAS_SEALED, "reveal_note", text="[6,6]", **known)
    game.move("Ann", "reveal_note", text="[3,4]", **known)


def test_a_text_is_no_roll_and_a_roll_that_was_redacted_shows_nothing() -> None:
    note = Note(NoteId("k1"), EYES[0], EYES, 2, "00" * 32, "[6,6]")
    assert opened_values(note) is None
    assert opened_values(replace(note, roll=1)) == (6, 6)
    assert opened_values(replace(note, roll=1, text="[redacted]")) is None


@rule("table.notes")
def test_rolls_are_not_counted_among_the_notes_that_a_seat_may_seal() -> None:
    game = scene(3, 4)
    for _ in range(NOTE_LIMIT):
        assert game.options("Ann", "seal_note")
        game.move("Ann", "seal_note", text="The heir.", eyes=[])
    game.refused("Ann", Code.TOO_MANY_NOTES, "seal_note", text="The heir.", eyes=[])
    game.dice(3, 4).move("Ann", "frame", **screen.SCENE)


@rule("table.notes", "table.rewind")
def test_a_move_that_is_made_again_has_the_note_of_the_first_time() -> None:
    game = scene(3, 4)
    event, known = game.log[-1], len(game.state.table.notes)
    judged = rejudge(RULESET, game.state, event, len(game.log) + 1)
    assert "note_sealed" not in tags(judged)  # type: ignore[arg-type]
    assert len(judged.after.table.notes) == known  # type: ignore[union-attr]
    assert saw(judged, "table.notes")["note"] == "k1"  # type: ignore[arg-type]


@rule("table.dice_reveal")
def test_the_seed_stays_hidden_while_dice_lie_face_down_that_others_may_reveal() -> None:
    game = scene(3, 4)
    refused = game.refused("Bo", Code.FACE_DOWN, "reveal_dice")
    assert refused.facts == {"notes": ("k1",), "author_names": ("Ann",)}
    assert not game.options("Bo", "reveal_dice")
    game.move("Ann", "reveal_note", note="k1")
    assert game.options("Bo", "reveal_dice")
    game.move("Bo", "reveal_dice")


@rule("table.dice_reveal")
def test_a_player_that_may_reveal_all_face_down_dice_may_have_the_seed_revealed() -> None:
    game = scene(3, 4)
    assert game.options("Ann", "reveal_dice")
    game.copy().move("Ann", "reveal_dice")
    game.dice(1, 6).move("Bo", "add_to_camera", text="A draught.")
    assert game.refused("Ann", Code.FACE_DOWN, "reveal_dice").facts["notes"] == ("k2",)


@rule("table.dice_reveal")
def test_dice_that_nobody_can_reveal_any_more_hide_no_seed() -> None:
    game = scene(3, 4)
    game.dice(1, 6).move("Bo", "add_to_camera", text="A draught.")
    assert not game.options("Ann", "reveal_dice")
    game.given(effect("seat_removed", seat="s2")).move("Ann", "reveal_dice")


@rule("table.dice_reveal")
def test_face_down_dice_of_an_earlier_seed_hide_no_later_one() -> None:
    game = scene(3, 4)
    game.move("Ann", "reveal_dice")
    game.given(effect("dice_rolled", count=1)).move("Bo", "reveal_dice")


@rule("table.dice_reveal")
def test_a_fork_has_a_new_seed_that_nothing_hides() -> None:
    game = scene(3, 4)
    known = {"parent": "there", "version": len(game.log), "hash": "00" * 32}
    game.move("Bo", "fork_session", title="Elsewhere", dice_commitment="11" * 32, **known)
    game.given(effect("dice_rolled", count=1)).move("Bo", "reveal_dice")
