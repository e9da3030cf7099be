"""The outcome of a test after all rolls are final: counting, statements, choices, banks."""

from typing import Literal

from msgspec.structs import replace

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.games.afterverse import banking, chutzpah, glitch
from verger.domain.games.afterverse.acting import (
    acting_seat,
    label,
    name,
    not_acting_seat,
    not_gm,
    some,
    unknown_test,
)
from verger.domain.games.afterverse.hidden import (
    Told,
    fitting,
    is_borne_out,
    is_count_borne_out,
)
from verger.domain.games.afterverse.model import team
from verger.domain.games.afterverse.model.statement import FactSettled
from verger.domain.games.afterverse.model.testing import (
    Actor,
    Critical,
    HiddenThreshold,
    OpenThreshold,
    Result,
    StatementId,
    Test,
    TestId,
)
from verger.domain.games.afterverse.model.testing_effect import (
    OutcomeTold,
    ResultTaken,
    RollsCounted,
    TestClosed,
    TestReckoned,
)
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.table.sheet import CharacterId

TEAMWORK = "team.teamwork"


class _Move(TaggedMove, frozen=True):
    test: TestId


class CountRolls(_Move, frozen=True, tag="count_rolls"):
    """Choose as the GM which rolls of a team count: the highest or, after a glitch, the lowest."""

    rolls: Literal["highest", "lowest"]


class TellOutcome(_Move, frozen=True, tag="tell_outcome"):
    """State the result of a test with a hidden threshold or roll, as the GM."""

    character: CharacterId
    outcome: Told


class TakeResult(_Move, frozen=True, tag="take_result"):
    """Choose a critical success with fewer hits, or a plain success with more hits."""

    character: CharacterId
    critical: bool


ReckoningMove = CountRolls | TellOutcome | TakeResult


def go_on(draft: Draft, id: TestId) -> str:
    """Continue a test as far as no decision is needed. Return the end of the sentence."""
    test = draft.play.tests[id]
    leader = test.leader
    if leader and leader.stands and not leader.hits:
        return _not_led(draft, id)
    if not all(actor.stands for actor in test.actors) or (test.form == "teamwork" and not leader):
        return ""
    if not _is_counted(draft, id):
        return " The GM says which rolls count."
    test = draft.play.tests[id]
    if not test.results:
        _reckon(draft, id, test)
    return _settle(draft, id)


def _not_led(draft: Draft, id: TestId) -> str:
    """End teamwork because Leadership had no hit (`team.teamwork`)."""
    draft.cite(TEAMWORK, test=id, leadership_hits=0)
    chutzpah.give_back_unrolled(draft, id)
    draft.emit(TestClosed(id, "called_off"))
    return " Nobody is led: there is no teamwork."


def _is_counted(draft: Draft, id: TestId) -> bool:
    """Return whether it is decided which of a team's rolls count (`team.teamwork`)."""
    test = draft.play.tests[id]
    if test.form != "teamwork" or test.lowest is not None:
        return True
    if not team.is_too_large(test):
        draft.emit(RollsCounted(id, lowest=False))
        return True
    if test.leads_hidden:
        return False
    lowest = glitch.leadership(test, draft.table.notes) is True
    draft.emit(RollsCounted(id, lowest=lowest))
    return True


def cannot_count(state: State, id: TestId) -> Refused | None:
    """Return the refusal of `count_rolls`, or None if the GM can choose now (`team.teamwork`).

    The GM chooses once, after every roll of a led team is final.
    """
    if refusal := unknown_test(state, id, TEAMWORK):
        return refusal
    test = state.play.tests[id]
    is_led_team = test.form == "teamwork" and test.leader is not None
    is_undecided = test.lowest is None
    if is_led_team and is_undecided and all(actor.stands for actor in test.actors):
        return None
    return refuse(Own.NOTHING_TO_TELL, TEAMWORK, test=id, test_subject=test.about)


def count_rolls(draft: Draft, move: CountRolls, facts: Facts) -> Judgement:
    """Judge the GM's choice of counting rolls, after a hidden glitch roll (`team.teamwork`)."""
    state = draft.state
    if refusal := not_gm(state, facts.seat, TEAMWORK) or cannot_count(state, move.test):
        return refusal
    glitched = glitch.leadership(state.play.tests[move.test], state.table.notes)
    lowest = move.rolls == "lowest"
    if glitched is not None and glitched != lowest:
        about, rolls_in_words = label(state, move.test), f"the {move.rolls} rolls"
        return refuse(
            Own.NOT_WHAT_IS_REVEALED,
            TEAMWORK,
            test=move.test,
            test_subject=about,
            outcome=move.rolls,
            outcome_in_words=rolls_in_words,
        )
    draft.cite(TEAMWORK, test=move.test, counted_rolls=move.rolls)
    draft.emit(RollsCounted(move.test, lowest=lowest, said=True))
    who, about = draft.table.name(facts.seat), label(state, move.test)
    sentence = f"{who} says that the {move.rolls} rolls count for “{about}”."
    return draft.accept(sentence + go_on(draft, move.test))


def _reckon(draft: Draft, id: TestId, test: Test) -> None:
    draft.emit(TestReckoned(id, tuple(_results(draft, id, test))))


def _results(draft: Draft, id: TestId, test: Test) -> list[Result]:
    match test.form:
        case "alone":
            return [_result(draft, test, actor.character, [actor]) for actor in test.actors]
        case "assistance":
            main = test.actors[0]
            draft.cite("team.assist", test=id, dice_added=main.helped)
            return [_result(draft, test, main.character, [main])]
        case "teamwork":
            rolls = team.counting(test)
            counted = tuple(f"{actor.character}: {actor.hits}" for actor in rolls)
            draft.cite(TEAMWORK, test=id, rolls_counted=counted, is_lowest=bool(test.lowest))
            return [_result(draft, test, test.actors[0].character, rolls)]
        case "opposed":
            return _opposed(draft, test)


def _result(draft: Draft, test: Test, who: CharacterId, rolls: list[Actor]) -> Result:
    hits, sixes = sum(actor.hits for actor in rolls), sum(actor.sixes for actor in rolls)
    result = Result(who, hits, sixes)
    if test.hidden:
        return replace(result, outcome="open")
    match test.threshold:
        case OpenThreshold(needed):
            draft.cite("test.hits", character=who, hits=hits, threshold=needed)
            if hits < needed:
                return replace(result, outcome="failure")
            return _won(draft, result, critical=sixes >= needed)
        case HiddenThreshold(note):
            draft.cite("test.hits", character=who, hits=hits, threshold=note)
            return replace(result, outcome="open")
        case None:
            draft.cite("test.hits", character=who, hits=hits)
            return result


def _won(draft: Draft, result: Result, *, critical: bool) -> Result:
    """Return the success, critical if its sixes are enough.

    If the critical success has fewer hits, the player must choose it (`test.critical`).
    """
    how: Critical = "no"
    if critical:
        how = "offered" if result.sixes < result.hits else "taken"
        draft.cite(
            "test.critical", character=result.character, hits=result.hits, sixes=result.sixes
        )
    return replace(result, outcome="success", critical=how)


def _opposed(draft: Draft, test: Test) -> list[Result]:
    """Return the results of an opposed test (`test.opposed`).

    The side with more hits wins. The opponent wins a tie, unless the test can end in a tie.
    """
    initiating, other = test.actors
    draft.cite(
        "test.opposed",
        initiator=initiating.character,
        hits=initiating.hits,
        opposing_hits=other.hits,
        tie_outcome=test.ties,
    )
    results = [Result(actor.character, actor.hits, actor.sixes) for actor in (initiating, other)]
    if initiating.hits == other.hits and test.ties:
        return [replace(result, outcome="tie") for result in results]
    wins = 0 if initiating.hits > other.hits else 1
    beaten = results[1 - wins].hits
    # The opponent wins a tie, even if only its sixes count.
    enough = beaten + 1 if wins == 0 or test.ties else max(1, beaten)
    won = _won(draft, results[wins], critical=results[wins].sixes >= enough)
    lost = replace(results[1 - wins], outcome="failure")
    return [won, lost] if wins == 0 else [lost, won]


def _settle(draft: Draft, id: TestId) -> str:
    """Close a test after statements and choices, and move its hits to their bank."""
    test = draft.play.tests[id]
    if any(result.outcome == "open" for result in test.results):
        return " The GM states the outcome." if not test.hidden else ""
    if any(result.critical == "offered" for result in test.results):
        return " It may be taken as a critical success."
    sentence = "".join(_result_in_words(draft, test, result) for result in test.results)
    draft.emit(TestClosed(id, "over"))
    return sentence


def _result_in_words(draft: Draft, test: Test, result: Result) -> str:
    who, outcome = name(draft.state, result.character), result.outcome
    how = "critical success" if result.critical == "taken" else outcome
    who = f"{who}'s team" if test.form == "teamwork" else who
    sentence = f" {who}: {some(result.counts, 'hit')}" + ("." if outcome == "none" else f", {how}.")
    if test.hidden:
        sentence = f" {who}: {outcome}."
    if test.statement:
        return sentence + _settle_statement(draft, test.statement, result)
    return sentence + banking.deposit(draft, test, result)


def _settle_statement(draft: Draft, id: StatementId, result: Result) -> str:
    """Settle a statement: it is true if the test succeeded, and only a belief if not (`chutzpah.knowledge`)."""
    standing: Literal["true", "believed"] = "true" if result.outcome == "success" else "believed"
    draft.cite("chutzpah.knowledge", statement=id, statement_standing=standing)
    draft.emit(FactSettled(id, standing))
    is_true = standing == "true"
    return " It is a fact of the world." if is_true else " It is a belief of the character."


def cannot_tell(state: State, id: TestId, character: CharacterId) -> Refused | None:
    """Return why the GM cannot state a character's result, or None."""
    if refusal := unknown_test(state, id, "test.hits"):
        return refusal
    if any(result.outcome == "open" for result in _results_of(state, id, character)):
        return None
    return refuse(Own.NOTHING_TO_TELL, "test.hits", test=id, test_subject=label(state, id))


def _results_of(state: State, id: TestId, character: CharacterId) -> list[Result]:
    return [result for result in state.play.tests[id].results if result.character == character]


_TOLD: dict[Told, str] = {
    "failure": "failure",
    "success": "success",
    "critical": "critical success",
}


def tell_outcome(draft: Draft, move: TellOutcome, facts: Facts) -> Judgement:
    """Judge the GM's statement, which must fit the revealed notes (`test.hits`)."""
    state, id = draft.state, move.test
    if refusal := not_gm(state, facts.seat, "test.hits") or cannot_tell(state, id, move.character):
        return refusal
    test, (stated,) = state.play.tests[id], _results_of(state, id, move.character)
    if move.outcome not in fitting(test, stated, state.table.notes):
        about, outcome_in_words = test.about, _TOLD[move.outcome]
        return refuse(
            Own.NOT_WHAT_IS_REVEALED,
            "test.hits",
            test=id,
            test_subject=about,
            outcome=move.outcome,
            outcome_in_words=outcome_in_words,
        )
    draft.cite("test.hits", test=id, character=move.character, outcome=move.outcome)
    if move.outcome == "failure":
        result = replace(stated, outcome="failure")
    else:
        result = _won(draft, stated, critical=move.outcome == "critical")
    draft.emit(OutcomeTold(id, replace(result, told=move.outcome)))
    gm, who = draft.table.name(facts.seat), name(state, move.character)
    sentence = f"{gm} says that “{test.about}” is a {_TOLD[move.outcome]} for {who}."
    return draft.accept(sentence + _settle(draft, id))


def disproved(draft: Draft, before: State) -> str:
    """Cite the GM's statements that a newly revealed note disproves (`test.hits`).

    Return sentences about them.
    """
    known, notes, play = before.table.notes, draft.table.notes, draft.play
    tests = [*((done.id, done.test) for done in play.done), *in_order(play.tests.items())]
    sentences = ""
    for id, test in tests:
        for result in test.results:
            if is_borne_out(test, result, known) is None and (
                is_borne_out(test, result, notes) is False
            ):
                (fits,) = fitting(test, result, notes)
                draft.cite(
                    "test.hits",
                    test=id,
                    character=result.character,
                    outcome=result.told,
                    outcome_revealed=fits,
                    is_borne_out=False,
                )
                who, was = name(draft.state, result.character), _TOLD[result.told or fits]
                sentences += f" The GM had said that “{test.about}” is a {was} for {who}, but it was a {_TOLD[fits]}."
        if is_count_borne_out(test, known) is None and is_count_borne_out(test, notes) is False:
            counted, right = ("lowest", "highest") if test.lowest else ("highest", "lowest")
            draft.cite(
                TEAMWORK,
                test=id,
                counted_rolls=counted,
                rolls_revealed=right,
                is_borne_out=False,
            )
            sentences += f" The GM had counted the {counted} rolls for “{test.about}”, but the {right} rolls count."
    return sentences


def cannot_take(state: State, id: TestId, character: CharacterId) -> Refused | None:
    """Return why there is no critical success to choose, or None (`test.critical`)."""
    if refusal := unknown_test(state, id, "test.critical"):
        return refusal
    if any(result.critical == "offered" for result in _results_of(state, id, character)):
        return None
    about, who = label(state, id), name(state, character)
    return refuse(
        Own.NOT_CRITICAL, "test.critical", test=id, test_subject=about, character_name=who
    )


def take_result(draft: Draft, move: TakeResult, facts: Facts) -> Judgement:
    """Judge the choice of fewer hits with a critical success, or of more hits (`test.critical`)."""
    state, id, who = draft.state, move.test, move.character
    if refusal := not_acting_seat(state, facts.seat, who, "test.critical"):
        return refusal
    if refusal := cannot_take(state, id, who):
        return refusal
    draft.cite("test.critical", test=id, character=who, is_critical=move.critical)
    draft.emit(ResultTaken(id, who, "taken" if move.critical else "left"))
    how = "the critical success" if move.critical else "the plain success"
    about = label(state, id)
    return draft.accept(f"{name(state, who)} takes {how} in “{about}”.{_settle(draft, id)}")


def takers(state: State, test: Test) -> list[tuple[CharacterId, SeatId]]:
    """Return the characters with a critical success to choose now, and their seats."""
    return [
        (result.character, acting_seat(state, result.character))
        for result in test.results
        if result.critical == "offered"
    ]


CHAPTER: Judges[Play] = {
    CountRolls: count_rolls,
    TellOutcome: tell_outcome,
    TakeResult: take_result,
}
