"""The moves that each seat can make after a task's dice are rolled, and the pending actions."""

from collections.abc import Iterable, Iterator

from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited, Option, TextField, choices, move_option, plain
from verger.domain.core.text import PROSE_LIMIT, counted, listed
from verger.domain.core.unicode import cut
from verger.domain.games.venus import kiss, spend
from verger.domain.games.venus.claiming import cannot_ask
from verger.domain.games.venus.model.caliber import D6
from verger.domain.games.venus.model.throw import Kissing, Roll, Spending, Subverting
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.state import State, held, peers
from verger.domain.table.throw import typed

SPECIAL_SHOWN = 60
"""The maximum length of a special consequence in a label, in characters."""
_TEXT = TextField("text", PROSE_LIMIT, label="In words")
_MAYBE_TEXT = TextField("text", PROSE_LIMIT, optional=True, label="In words")


def options(state: State, roll: Roll, seat: SeatId) -> Iterator[Option]:
    """Yield the moves of a seat about rolled dice."""
    stage = roll.stage
    if isinstance(stage, Kissing):
        if seat == roll.seat or seat in [ally.seat for ally in stage.work.allies]:
            yield from _kisses(state, roll, stage, seat)
        if seat == roll.seat and not kiss.cannot_finish(state, roll, stage):
            dice = typed(state.table, kiss.rolled_again(stage), D6)
            yield move_option("finish_kissing", dice, kiss.ONCE, label="Go on to successes")
        if seat == state.table.gm:
            yield from _answers(state, stage)
    elif isinstance(stage, Spending):
        yield from _spending(state, roll, stage, seat)
    elif isinstance(stage, Subverting) and seat == state.table.gm:
        unbought = _named(state, roll, spend.unbought(state, roll, stage.bought))
        yield move_option(
            "subvert",
            (choices("consequence", unbought), _TEXT),
            spend.SUBVERT,
            label="Subvert a consequence",
        )
        yield move_option("let_be", (), spend.SUBVERT, label="Subvert nothing")


def _named(state: State, roll: Roll, consequences: Iterable[str]) -> list[tuple[str, str]]:
    """Return consequences with labels. Only special ones have one: the words of the sheet."""
    own = spend.specials(state, roll)
    words = {what: quoted(cut(text, SPECIAL_SHOWN, "…")) for what, text in own.items()}
    return [(what, words.get(what, "")) for what in consequences]


def _answers(state: State, stage: Kissing) -> Iterator[Option]:
    stands = choices("stands", [(True, "Accept"), (False, "Veto")], label="Does it stand")
    for stunt in stage.stunts:
        if stunt.stands is None:
            words = f"Answer {state.table.name(stunt.seat)}'s stunt"
            yield move_option("answer_stunt", (stands,), kiss.STUNT, seat=stunt.seat, label=words)


def _kisses(state: State, roll: Roll, stage: Kissing, seat: SeatId) -> Iterator[Option]:
    numbers = range(1, len(stage.dice) + 1)
    open = [(n, "") for n in numbers if not kiss.unkissable(state, roll, stage, seat, n)]
    purse, dice = held(state, seat), choices("die", open, label="Which die")
    if open and not kiss.cannot_stunt(state, roll, stage, seat, open[0][0]):
        yield move_option("perform_stunt", (dice, _TEXT), kiss.STUNT, label="Perform a stunt")
    if open and purse.lots:
        yield move_option("kiss_lot", (dice,), kiss.LOT, label="KISS with a Lot")
    if purse.ego and (uses := _ego_uses(state, roll, stage, seat)):
        yield move_option(
            "kiss_ego",
            (choices("use", [(u.value, "") for u in uses], label="For"),),
            kiss.EGO,
            label="KISS with Ego",
        )
    if open and not cannot_ask(state, roll, seat, kiss.INSIGHT):
        yield move_option("claim_insight", (dice, _TEXT), kiss.INSIGHT, label="Claim insight")
        if attributes := _attributes(state, roll, stage, seat):
            pointed = choices("attribute", attributes)
            yield move_option(
                "claim_specialty", (dice, pointed), kiss.SPECIALTY, label="Claim a specialty"
            )


def _ego_uses(state: State, roll: Roll, stage: Kissing, seat: SeatId) -> list[kiss.EgoUse]:
    sixes = [kiss.EgoUse.SIXES] if seat == roll.seat else []
    rerolls = kiss.disappointing(state, roll, stage, seat)
    return [*sixes, *([kiss.EgoUse.REROLL] if rerolls else [])]


def _attributes(state: State, roll: Roll, stage: Kissing, seat: SeatId) -> list[tuple[int, str]]:
    pointed = kiss.specialties(roll, seat)
    if len(pointed) >= kiss.SPECIALTY_LIMIT:
        return []
    own = kiss.sheet_of(state, roll, stage, seat).attributes
    return [(n, attribute.text) for n, attribute in enumerate(own, start=1) if n not in pointed]


def _spending(state: State, roll: Roll, stage: Spending, seat: SeatId) -> Iterator[Option]:
    due = spend.is_surprise_due(stage.bought)
    if seat != roll.seat:
        if due:
            yield move_option("tell_surprise", (_TEXT,), spend.SPEND, label="Tell the surprise")
        return
    for what, name in _named(state, roll, spend.buyable(state, roll, stage)):
        to = choices("to", _named(state, roll, spend.ends(stage)), label="Appended to")
        appended = (to,) if what in spend.TERTIARY else ()
        text_fields = {spend.PRIZE: (_TEXT,), spend.SURPRISE: ()}.get(what, (_MAYBE_TEXT,))
        yield move_option(
            "buy",
            (*appended, *text_fields),
            spend.SPEND,
            consequence=what,
            label=f"Buy: {name or plain(what)}",
        )
    if not (due and peers(state, roll.seat)):
        yield move_option("finish_spending", (), spend.SPEND, label="Finish spending")


def awaited(state: State, roll: Roll) -> Iterator[Awaited]:
    """Yield the pending actions of a task after its dice are rolled."""
    stage, gm = roll.stage, state.table.gm
    if isinstance(stage, Kissing):
        if not kiss.cannot_finish(state, roll, stage):
            can_kiss = any(True for _ in _kisses(state, roll, stage, roll.seat))
            ways = "KISS dice, or go on" if can_kiss else "go on"
            sentence = f"The dice lie on the table: {ways}."
            yield Awaited("finish_kissing", (roll.seat,), kiss.ONCE, sentence)
        elif any(stunt.stands is None for stunt in stage.stunts):
            texts = listed([quoted(stunt.text) for stunt in stage.stunts if stunt.stands is None])
            yield Awaited("answer_stunt", (gm,), kiss.STUNT, f"Accept or veto the stunt: {texts}.")
    elif isinstance(stage, Spending):
        yield from _awaited_for_spending(state, roll, stage)
    elif isinstance(stage, Subverting):
        sentence = "Subvert a consequence that was not bought, or subvert nothing."
        yield Awaited("let_be", (gm,), spend.SUBVERT, sentence)


def _awaited_for_spending(state: State, roll: Roll, stage: Spending) -> Iterator[Awaited]:
    tellers, successes = peers(state, roll.seat), counted(stage.left, "success", "successes")
    if spend.is_surprise_due(stage.bought) and tellers:
        sentence = "A surprise was bought: say what it is."
        yield Awaited("tell_surprise", tellers, spend.SPEND, sentence)
    elif spend.buyable(state, roll, stage):
        sentence = (
            f"Buy consequences: there is {successes} left."
            if stage.left == 1
            else f"Buy consequences: there are {successes} left."
        )
        yield Awaited("buy", (roll.seat,), spend.SPEND, sentence)
    else:
        sentence = "There is nothing more to buy: finish spending."
        yield Awaited("finish_spending", (roll.seat,), spend.SPEND, sentence)
