"""Sealed notes: the commitment, the seats that may read a note, and the proof of its text."""

from tests.support.asked import SALT
from tests.support.play import Game, effect, rule, table, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.note import PART, sealed_digest
from verger.domain.core.reason import Code
from verger.domain.secrets.sealing import NOTE_LIMIT

HEIR = "The heir is the gardener."


def sealed(game: Game, name: str = "Bo", *eyes: str) -> Accepted:
    """Seal the secret, and return the accepted result."""
    return game.move(name, "seal_note", text=HEIR, eyes=list(eyes))


@rule("table.notes")
def test_a_note_is_sealed_for_its_authors_eyes_and_those_that_are_named() -> None:
    judgement = sealed(table("Ann", "Bo", "Cy"), "Bo", "s3", "s3")
    digest = sealed_digest(PART, ("s2", "s3"), SALT, HEIR)  # type: ignore[arg-type]
    assert judgement.effects == (
        effect("note_sealed", note="k1", by="s2", eyes=["s2", "s3"], version=4, digest=digest),
    )


@rule("table.notes")
def test_nothing_that_is_judged_or_recorded_holds_the_text_or_its_length() -> None:
    game = table("Ann", "Bo")
    short = game.judge("Bo", {"move": "seal_note", "text": "x", "eyes": []})
    long = game.judge("Bo", {"move": "seal_note", "text": HEIR * 50, "eyes": []})
    sealed(game)
    assert HEIR not in repr(game.log)
    assert len(repr(short)) == len(repr(long))


@rule("table.notes")
def test_the_digest_of_a_note_covers_its_readers_too() -> None:
    one, other = table("Ann", "Bo", "Cy"), table("Ann", "Bo", "Cy")
    assert sealed(one, "Bo", "s1").effects[0].digest != sealed(other, "Bo", "s3").effects[0].digest


@rule("table.notes")
def test_the_author_of_a_note_reveals_it_and_proves_the_text() -> None:
    game = table("Ann", "Bo")
    sealed(game, "Bo", "s1")
    judgement = game.move("Bo", "reveal_note", note="k1")
    assert judgement.effects == (effect("note_revealed", note="k1", salt=SALT.hex(), text=HEIR),)
    assert game.state.table.notes[0].text == HEIR
    game.refused("Bo", Code.NOTE_REVEALED, "reveal_note", note="k1")


@rule("table.notes")
def test_a_text_that_was_not_sealed_is_not_revealed() -> None:
    game = table("Ann", "Bo")
    sealed(game)
    for salt, text in ((SALT.hex(), "The heir is the doctor."), ("", HEIR), ("no hex", HEIR)):
        game.refused("Bo", Code.NOT_WHAT_WAS_SEALED, "reveal_note", note="k1", salt=salt, text=text)


@rule("table.notes")
def test_nobody_else_reveals_a_note_even_if_they_may_read_it() -> None:
    game = table("Ann", "Bo")
    game.refused("Bo", Code.UNKNOWN_NOTE, "reveal_note", note="k1")
    sealed(game, "Bo", "s1")
    game.refused("Ann", Code.NOT_THE_AUTHOR, "reveal_note", note="k1")


@rule("table.notes")
def test_the_readers_of_a_note_have_a_seat_at_the_table() -> None:
    game = table("Ann", "Bo", "Vi", observers=1)
    sealed(game, "Bo", "s3")
    game.refused("Bo", Code.UNKNOWN_SEAT, "seal_note", text=HEIR, eyes=["s9"])
    game.refused("Vi", Code.OBSERVERS_WATCH, "seal_note", text=HEIR, eyes=[])


@rule("table.notes")
def test_a_seat_seals_so_many_notes() -> None:
    game = table("Ann", "Bo")
    for _ in range(NOTE_LIMIT):
        sealed(game)
    game.refused("Bo", Code.TOO_MANY_NOTES, "seal_note", text=HEIR, eyes=[])
    sealed(game, "Ann")
    assert not game.options("Bo", "seal_note")


@rule("table.notes", "table.rewind")
def test_a_rewind_leaves_notes_as_they_are() -> None:
    game = table("Ann", "Bo")
    sealed(game)
    game.move("Ann", "rewind", to=2)
    assert "rewound" in tags(game.move("Bo", "agree", proposal="r1"))
    assert [note.id for note in game.state.table.notes] == ["k1"]


@rule("table.notes")
def test_a_seat_is_offered_to_reveal_its_sealed_notes() -> None:
    game = table("Ann", "Bo")
    sealed(game)
    (option,) = game.options("Bo", "reveal_note")
    assert [choice.value for choice in option.fields[0].choices] == ["k1"]  # type: ignore[union-attr]
    assert not game.options("Ann", "reveal_note")


@rule("table.notes", "table.fork")
def test_notes_that_were_sealed_before_a_fork_stay_sealed_in_it() -> None:
    game = table("Ann", "Bo")
    sealed(game, "Bo", "s1")
    known = {"parent": "there", "version": len(game.log), "hash": "00" * 32}
    game.move("Bo", "fork_session", title="Elsewhere", dice_commitment="11" * 32, **known)
    game.refused("Bo", Code.SEALED_ELSEWHERE, "reveal_note", note="k1")
    assert game.options("Bo", "reveal_note") == []
