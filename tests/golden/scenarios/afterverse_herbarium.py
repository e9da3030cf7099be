"""What the GM keeps to herself: thresholds, glitches and a roll unseen; and a past that changes."""

from tests.golden.afterverse import Evening, sheet
from tests.golden.argument import argues
from verger.domain.games.afterverse.views import view

RULES = (
    "session.begin",
    "session.end",
    "test.pool",
    "test.critical",
    "chutzpah.retcon",
    "chutzpah.knowledge",
    "fact_declared",
    "fact_weighed",
    "fact_settled",
    "past_changed",
    "outcome_told",
    "result_taken",
    "roll_sealed",
    "session_ended",
    "note_revealed",
)
SEED = 1


def play(seed: int = SEED) -> Evening:
    """The Glass Herbarium: a botanist, a thief of seeds, and two days in the hothouse."""
    game = Evening("The Glass Herbarium", "Ona Petr Quin", seed=seed, chutzpah="rolled")
    game.writes("Petr", "Doctor Ashe", "2 3 6 4 5 8", "Botany 4", "Orchids of Botany 3!", FLORA)
    game.writes("Quin", "Wren", "4 6 3 4 3 9", "Climbing 3", "", "Old Locks 3")
    game.agreed("Petr", "begin_session")
    climbing(game)
    declaring(game)
    thinking_better(game)
    game.agreed("Quin", "end_session")
    changed = sheet("2 3 6 5 5 8", "Botany 5", "Orchids of Botany 3!", FLORA)
    named = {"name": "Doctor Ashe", "character": "@Doctor Ashe", "seat": "@Petr"}
    game.agreed("Petr", "write_sheet", **named, sheet=changed)
    game.agreed("Ona", "begin_session")
    orchids(game)
    game.agreed("Ona", "end_session")
    nerve = {"correction": "move_tokens", "token": "chutzpah", "amount": 1}
    argues(game, [{**nerve, "source": "bank", "target": "character:c2"}], "chutzpah.good_luck")
    return game


FLORA = "Earth Flora 4"


def hidden(hits: int) -> dict[str, str | int]:
    """A threshold that only the GM knows."""
    return {"threshold": "hidden", "hits": hits}


def climbing(game: Evening) -> None:
    """The roof is wet: how wet only the GM knows. She is kind, and the number tells on her."""
    fields = {"threshold": hidden(2), "glitch": "hidden", "risk": 1}
    climb = game.calls("Up the hothouse", "REA + skill Climbing", "Wren", **fields)
    game.ends(climb)
    assert borne_out(game) is None
    game.move("Ona", "reveal_note", note="k1")
    game.move("Ona", "reveal_note", note="k2")
    assert borne_out(game) is False
    easy = {"threshold": "open", "hits": 1}
    game.ends(game.calls("In by the skylight", "REA + REA", "Wren", threshold=easy))
    game.calls("Down the vine", "REA + REA", "Wren", threshold=easy)
    game.move("Ona", "call_off", test="t3")


def borne_out(game: Evening) -> bool | None:
    """Whether what was said of the climb fits what is revealed, as players see it."""
    shown = view(game.state, game.seat("Quin")).done[0]
    return shown.results[0].borne_out


def declaring(game: Evening) -> None:
    """Three statements: one is rolled in the open, one unseen, one cannot be."""
    for interest, text in (
        ("Earth Flora", "This orchid opens only in smoke."),
        ("Earth Flora", "Its seeds keep for a hundred years."),
        ("Earth Flora", "It speaks."),
    ):
        game.does("Petr", "declare_fact", "Doctor Ashe", interest=interest, text=text)
    game.move("Ona", "weigh_fact", statement="d1", threshold={"threshold": "open", "hits": 2})
    game.ends("t4")
    game.move("Ona", "weigh_fact", statement="d2", threshold=hidden(3), hidden=True)
    game.does("Ona", "roll", "Doctor Ashe", test="t5")
    game.move("Ona", "reject_fact", statement="d3", reason="Plants do not.")


def thinking_better(game: Evening) -> None:
    """Wren had gloves on after all: about a climb that was an act of its own."""
    past = {"was": "She climbed with bare hands.", "now": "She wore her gloves."}
    game.agreed("Quin", "retcon", character="@Wren", **past, test="t1")


def orchids(game: Evening) -> None:
    """Another day: the unseen roll is told and shown."""
    sealed = game.state.table.notes[-1].id
    told = game.options("Ona", "tell_outcome")[0]
    game.move("Ona", "reveal_note", note="k3")
    game.move("Ona", "reveal_note", note=sealed)
    (outcome,) = game.options("Ona", "tell_outcome")[0].fields
    assert outcome != told.fields[0]
    game.send("Ona", {**told.fixed, "outcome": outcome.choices[0].value})  # type: ignore[union-attr]
    fields = {"threshold": {"threshold": "open", "hits": 1}}
    told_of = "INT + special Orchids"
    game.ends(game.calls("Among the ferns", "PER + interest Earth Flora", "Doctor Ashe"))
    for about in ("Smoke under the pot", "The bud", "The seeds"):
        game.ends(game.calls(about, told_of, "Doctor Ashe", **fields))
