"""The moves that each seat can make in a session of Afterverse, and the pending actions."""

from collections.abc import Iterable, Iterator

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import Awaited, Field, Option, TextField, choices, question_id
from verger.domain.core.text import PROSE_LIMIT
from verger.domain.games.afterverse import session
from verger.domain.games.afterverse.acting import name
from verger.domain.games.afterverse.agenda import RETCON, SHEETS, TABLE, acts_of, cannot_change
from verger.domain.games.afterverse.knowledge import may_weigh
from verger.domain.games.afterverse.model.testing import Test, TestId
from verger.domain.games.afterverse.options.call import (
    allowing,
    beginning,
    calling,
    joining,
    needed,
)
from verger.domain.games.afterverse.options.point import keeping, spending, telling
from verger.domain.games.afterverse.options.roll import rolling
from verger.domain.games.afterverse.reckoning import TEAMWORK, cannot_count, takers
from verger.domain.games.afterverse.rolling import RULE, dice_of, keepers, open_rolls
from verger.domain.games.afterverse.state import InSession, State
from verger.domain.judging import table_options
from verger.domain.table import sheet
from verger.domain.table.proposal import subject


def options(state: State, seat: SeatId) -> list[Option]:
    """Return the moves that a seat can make now."""
    options = table_options.options(state, seat, TABLE, _subjects(state, seat))
    if not table_options.may_play(state, seat) or not isinstance(state.play.step, InSession):
        return options
    options += [*rolling(state, seat), *beginning(state, seat), *spending(state, seat)]
    if seat == state.table.gm:
        options += [*calling(state), *allowing(state), *telling(state), *keeping(state)]
    return options


def _subjects(state: State, seat: SeatId) -> Iterator[Option]:
    yield from sheet.subjects(state, seat, SHEETS)
    if not session.cannot_begin(state):
        yield subject("begin_session", session.BEGIN, label="Begin the session")
    if not session.cannot_end(state):
        yield subject("end_session", session.END, label="End the session")
    yield from joining(state, seat)
    for who in state.play.characters.of(seat):
        if not cannot_change(state, who, seat):
            texts: tuple[Field, ...] = (
                TextField("was", PROSE_LIMIT, label="Describe the earlier past"),
                TextField("now", PROSE_LIMIT, label="Describe the new past"),
            )
            acts = [(done.id, done.test.about) for done in acts_of(state, who)]
            tests = (choices("test", acts, optional=True),) if acts else ()
            yield subject("retcon", RETCON, *texts, *tests, character=who, label="Change the past")


def awaited(state: State) -> list[Awaited]:
    """Return the pending actions. Every state has at least one."""
    pending = table_options.awaited(state, TABLE)
    if not state.table.started or state.table.paused:
        return pending
    if isinstance(state.play.step, InSession):
        return [*pending, *_in_session(state)]
    return [*pending, *_between(state)]


def _between(state: State) -> Iterator[Awaited]:
    table = state.table
    if len(table.players) == 1:
        yield table_options.unset(table)
    elif not session.cannot_begin(state):
        sentence = "Everything is ready: propose to begin the session."
        id = question_id("begin_session", state.play.sessions + 1)
        yield Awaited("begin_session", table.sitting, session.BEGIN, sentence, id=id)
    else:
        # There are no characters yet. Every seat at the table can write one.
        sentence = "Propose a sheet: nobody has a character yet."
        yield Awaited("write_sheet", table.sitting, sheet.RULE, sentence)


def _in_session(state: State) -> Iterator[Awaited]:
    gm = (state.table.gm,)
    for id, test in in_order(state.play.tests.items()):
        yield from _in_test(state, id, test)
    scenery, world = state.play.scenery, state.play.world
    for question, open_question in in_order(scenery.questions.items()):
        text = f"“{open_question.text}”"
        sentence = (
            f"{name(state, open_question.character)} asks: {text} Answer it, or turn it away."
        )
        yield from _awaited_of(state, "answer", gm, "awareness.bank", sentence, question, text)
    for fact, statement in in_order(world.statements.items()):
        if statement.standing == "declared":
            what, asks = "reject_fact", "Reject it."
            if may_weigh(state, fact):
                what, asks = "weigh_fact", "Weigh it, or reject it."
            who, text = name(state, statement.character), f"“{statement.text}”"
            sentence, rule = f"{who} declares a fact: {text} {asks}", "chutzpah.knowledge"
            yield from _awaited_of(state, what, gm, rule, sentence, fact, text)
    sentence = "Play the situation; call for a test when the outcome is open."
    yield from _awaited_of(state, "call_test", gm, "test.call", sentence)
    # After a test, the table can also end the session.
    if state.play.done and not session.cannot_end(state):
        sentence = "If you have played enough for today, propose to end the session."
        moment = question_id("end_session", state.play.sessions)
        yield Awaited("end_session", state.table.sitting, session.END, sentence, id=moment)


def _in_test(state: State, id: TestId, test: Test) -> Iterator[Awaited]:
    gm, about = (state.table.gm,), f"“{test.about}”"
    if test.begun:
        sentence = f"Set the threshold of {about}."
        yield from _awaited_of(state, "set_threshold", gm, "test.call", sentence, id, about)
    if what := needed(state, test):
        sentence = _NEEDED[what].format(about=about)
        yield from _awaited_of(state, what, gm, "team.allowed", sentence, id, about)
    rolls = list(open_rolls(state, test))
    rolling = [seat for place, seat in rolls if dice_of(test, place)]
    yield from _awaited_of(state, "roll", rolling, RULE, f"Roll for {about}.", id, about)
    # For a roll without dice, the player leaves the roll out or uses a Long Shot (`test.default`).
    sentence = f"There are no dice left to roll for {about}: give up the roll."
    seats = [seat for _, seat in rolls if seat not in rolling]
    yield from _awaited_of(state, "let_be", seats, RULE, sentence, id, about)
    keeping, sentence = keepers(state, test), f"Keep the roll for {about}, or improve it."
    yield from _awaited_of(
        state, "keep_roll", [seat for _, seat in keeping], RULE, sentence, id, about
    )
    if not cannot_count(state, id):
        sentence = f"Say which rolls count for {about}."
        yield from _awaited_of(state, "count_rolls", gm, TEAMWORK, sentence, id, about)
    # The outcome of a roll that only the GM can see may stay secret.
    if any(result.outcome == "open" for result in test.results) and not test.hidden:
        sentence = f"Tell the outcome of {about}."
        yield from _awaited_of(state, "tell_outcome", gm, RULE, sentence, id, about)
    choosing = [seat for _, seat in takers(state, test)]
    sentence = f"Choose how to take the result of {about}."
    yield from _awaited_of(state, "take_result", choosing, "test.critical", sentence, id, about)


_NEEDED = {
    "join_test": "Propose who joins {about}: the test needs another character.",
    "call_off": "Call {about} off: nobody can lead it any more.",
}


def _awaited_of(
    state: State,
    what: str,
    seats: Iterable[SeatId],
    rule: str,
    sentence: str,
    about: str = "",
    words: str = "",
) -> Iterator[Awaited]:
    """Yield a pending action of the given seats that are taken, or nothing if all are empty.

    `what` is the expected move. `about` is the id of its test, question or fact, and `words`
    describe it. If the GM's seat is empty, the common options of the table already ask for a new GM.
    """
    # A seat that acts for two characters is named once.
    taken = tuple(dict.fromkeys(seat for seat in seats if seat in state.table.sitting))
    if taken:
        yield Awaited(what, taken, rule, sentence, about=about, object=words)
