"""Spending successes: consequences, failures, and reversals by the FC."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import Sign
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.venus.effects import AssetGained
from verger.domain.games.venus.job import mark_exp
from verger.domain.games.venus.lots import earn_lot
from verger.domain.games.venus.model.sheet import ATTRIBUTE_LIMIT
from verger.domain.games.venus.model.throw import Bought, Roll, Spending, Subverting
from verger.domain.games.venus.model.throw_effect import (
    ConsequenceBought,
    SpendingEnded,
    SurpriseTold,
)
from verger.domain.games.venus.model.words import counted, quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.roll import finish
from verger.domain.games.venus.state import (
    Draft,
    Play,
    State,
    at_stage,
    fc_only,
    of_roll,
    own_roll,
    peers,
)
from verger.domain.judging.chapters import Judges

SPEND, FAIL, SUBVERT, SPECIAL = "task.spend", "task.fail", "task.subvert", "task.special"

PRIMARY, FAILURE = "primary", "failure"
SECONDARY = ("unharmed", "graceful", "others_safe", "nothing_lost")
"""The secondary consequences, in this order: the actor is unharmed, the action is graceful, the others
are safe, nothing else is lost."""
PRIZE, LESSON, INTENTIONS, SURPRISE = "prize", "lesson", "intentions", "surprise"
TERTIARY = (PRIZE, LESSON, INTENTIONS, SURPRISE)
_CALLED = {
    PRIMARY: "the primary consequence",
    FAILURE: "the failure",
    "unharmed": "the actor's safety",
    "graceful": "grace",
    "others_safe": "the others' safety",
    "nothing_lost": "the safety of all else",
    PRIZE: "a prize",
    LESSON: "a lesson",
    INTENTIONS: "true intentions revealed",
    SURPRISE: "a surprise",
}


class Buy(TaggedMove, frozen=True, tag="buy"):
    """Buy a consequence. A tertiary consequence goes with the consequence `to` (`task.spend`)."""

    consequence: Sign
    to: Sign | None = None
    text: Prose | None = None


class TellSurprise(TaggedMove, frozen=True, tag="tell_surprise"):
    """Describe a surprise as a peer (`task.spend`)."""

    text: Prose


class FinishSpending(TaggedMove, frozen=True, tag="finish_spending"):
    """Stop buying (`task.spend`)."""


class Subvert(TaggedMove, frozen=True, tag="subvert"):
    """As the FC, turn an unbought secondary consequence against the actor (`task.subvert`)."""

    consequence: Sign
    text: Prose


class LetBe(TaggedMove, frozen=True, tag="let_be"):
    """As the FC, turn no consequence against the actor (`task.subvert`)."""


SpendMove = Buy | TellSurprise | FinishSpending | Subvert | LetBe


def specials(state: State, roll: Roll) -> dict[str, str]:
    """Return the special secondary consequences on the roller's sheet (`task.special`)."""
    attributes = state.play.characters.known[roll.character].sheet.attributes
    special_texts = (
        (place, attribute.special) for place, attribute in enumerate(attributes, start=1)
    )
    return {f"special{place}": text for place, text in special_texts if text}


def buy(draft: Draft, move: Buy, facts: Facts) -> Judgement:
    """Judge buying a consequence with successes (`task.spend`)."""
    state = draft.state
    current = own_roll(state, facts.seat, Spending, SPEND)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name, what = state.table.name(facts.seat), move.consequence
    if refusal := cannot_buy(state, roll, stage, what) or _unfit_end(state, roll, stage, move):
        return refusal
    if what == PRIZE and not move.text:
        return refuse(Own.PRIZE_UNNAMED, SPEND)
    if what == SURPRISE and move.text:
        return refuse(Own.PEERS_DECIDE, SPEND)
    price = stage.work.threshold if what == PRIMARY else 1
    draft.cite(SPEND, consequence=what, successes_spent=price, successes_left=stage.left - price)
    if what in specials(state, roll):
        draft.cite(SPECIAL, consequence=what)
    text = trimmed(move.text) if move.text else ""
    draft.emit(ConsequenceBought(what, price, move.to or "", text))
    sentence = _brings(draft, roll, stage, what, text)
    spent, description = counted(price, "success", "successes"), f": {quoted(text)}" if text else ""
    whereto = f" with {called(state, roll, move.to)}" if move.to else ""
    bought = f"{name} buys {called(state, roll, what)}{whereto}, for {spent}"
    return draft.accept(f"{bought}{description}.{sentence}")


def cannot_buy(state: State, roll: Roll, stage: Spending, what: str) -> Refused | None:
    """Return why a consequence cannot be bought, or None (`task.spend`)."""
    if what not in (PRIMARY, *SECONDARY, *TERTIARY, *specials(state, roll)):
        return _unknown(SPEND, what, buyable(state, roll, stage))
    if stage.has(what):
        return refuse(
            Own.ALREADY_BOUGHT,
            SPEND,
            consequence=what,
            consequence_in_words=called(state, roll, what),
        )
    price = stage.work.threshold if what == PRIMARY else 1
    if price > stage.left:
        needed, held = (counted(n, "success", "successes") for n in (price, stage.left))
        return refuse(
            Own.NOT_ENOUGH_SUCCESSES,
            SPEND,
            successes_needed=price,
            successes_left=stage.left,
            successes_needed_in_words=needed,
            successes_left_in_words=held,
        )
    if what == PRIMARY and any(purchase.to == FAILURE for purchase in stage.bought):
        return refuse(Own.FAILURE_SETTLED, SPEND)
    own = state.play.characters.known[roll.character].sheet
    if what == PRIZE and len(own.attributes) >= ATTRIBUTE_LIMIT:
        return refuse(Own.ATTRIBUTES_FULL, SPEND, attributes_allowed=ATTRIBUTE_LIMIT)
    return None


def buyable(state: State, roll: Roll, stage: Spending) -> list[str]:
    """Return the consequences that the unspent successes can buy."""
    every = (PRIMARY, *SECONDARY, *specials(state, roll), *TERTIARY)
    return [
        what
        for what in every
        if not cannot_buy(state, roll, stage, what) and (what not in TERTIARY or ends(stage))
    ]


def _unknown(rule: str, what: str, offered: list[str]) -> Refused:
    return refuse(
        Own.UNKNOWN_CONSEQUENCE, rule, consequence=what, consequences_offered=tuple(offered)
    )


def ends(stage: Spending) -> list[str]:
    """Return the consequences that a tertiary consequence can go with."""
    bought = [purchase.consequence for purchase in stage.bought]
    return bought if stage.has(PRIMARY) else [*bought, FAILURE]


def _unfit_end(state: State, roll: Roll, stage: Spending, move: Buy) -> Refused | None:
    what, to = move.consequence, move.to
    named = called(state, roll, what)
    if what not in TERTIARY:
        standing = refuse(Own.NOT_APPENDED, SPEND, consequence=what, consequence_in_words=named)
        return standing if to is not None else None
    if to is None or to not in ends(stage):
        end = called(state, roll, to) if to else "nothing"
        return refuse(
            Own.NOTHING_TO_APPEND_TO,
            SPEND,
            consequence=what,
            consequence_in_words=named,
            appended_to=to,
            appended_to_in_words=end,
        )
    return None


def called(state: State, roll: Roll, what: str) -> str:
    """Describe a consequence for a sentence."""
    special = specials(state, roll).get(what)
    return quoted(special) if special else _CALLED.get(what, quoted(what))


def _brings(draft: Draft, roll: Roll, stage: Spending, what: str, text: str) -> str:
    """Carry out the side effects of a consequence. Return the end of the sentence."""
    if what == LESSON:
        return mark_exp(draft, roll.character, stage.work.job)
    if what == INTENTIONS:
        return earn_lot(draft, roll.seat, "true intentions are revealed")
    if what == PRIZE:
        draft.emit(AssetGained(roll.character, text))
    return ""


def tell_surprise(draft: Draft, move: TellSurprise, facts: Facts) -> Judgement:
    """Judge a peer's description of a surprise (`task.spend`)."""
    current = at_stage(draft.state, Spending, SPEND)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    name = draft.table.name(facts.seat)
    if facts.seat == roll.seat:
        return refuse(Code.NOT_ASKED, SPEND, seat_name=name)
    if not is_surprise_due(stage.bought):
        return refuse(Own.NO_SURPRISE, SPEND)
    draft.cite(SPEND, consequence=SURPRISE, seat=facts.seat)
    draft.emit(SurpriseTold(facts.seat, trimmed(move.text)))
    return draft.accept(f"{name} says what happens unexpectedly: {quoted(move.text)}.")


def is_surprise_due(bought: tuple[Bought, ...]) -> bool:
    """Return whether a surprise was bought but not described."""
    return any(purchase.consequence == SURPRISE and not purchase.text for purchase in bought)


def finish_spending(draft: Draft, _move: FinishSpending, facts: Facts) -> Judgement:
    """Judge the end of spending: the task has succeeded or failed (`task.fail`)."""
    state = draft.state
    current = own_roll(state, facts.seat, Spending, SPEND)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if is_surprise_due(stage.bought) and peers(state, roll.seat):
        return refuse(Own.SURPRISE_UNTOLD, SPEND)
    draft.cite(SPEND, successes_rolled=stage.successes, successes_spent=stage.spent)
    sentence, work = f"{of_roll(state, roll)} succeeds.", stage.work
    if not stage.has(PRIMARY):
        draft.cite(FAIL, job_name=work.job, successes_threshold=work.threshold)
        sentence = f"{of_roll(state, roll)} fails: {quoted(work.stakes)}."
        sentence += mark_exp(draft, roll.character, work.job)
    if work.is_learning:
        draft.cite("job.learn", job_name=work.job)
        sentence += mark_exp(draft, roll.character, work.job)
    if work.allies:
        draft.cite("task.aid", sharing_seats=tuple(ally.seat for ally in work.allies))
    draft.emit(SpendingEnded())
    if not unbought(draft.state, roll, stage.bought):
        _close(draft, stage.bought)
    return draft.accept(sentence)


def unbought(state: State, roll: Roll, bought: tuple[Bought, ...]) -> list[str]:
    """Return the unbought secondary consequences that the FC can reverse (`task.subvert`)."""
    consequences = [purchase.consequence for purchase in bought]
    return [what for what in _turned(state, roll) if what not in consequences]


def _turned(state: State, roll: Roll) -> tuple[str, ...]:
    """Return all consequences that the FC can reverse: the four of every task, and the special ones of the sheet."""
    return (*SECONDARY, *specials(state, roll))


def _close(draft: Draft, bought: tuple[Bought, ...]) -> None:
    passed = any(purchase.consequence == PRIMARY for purchase in bought)
    finish(draft, "passed" if passed else "failed")


def subvert(draft: Draft, move: Subvert, facts: Facts) -> Judgement:
    """Judge a reversal: the opposite of an unbought consequence happens (`task.subvert`)."""
    current = at_stage(draft.state, Subverting, SUBVERT)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if refusal := fc_only(draft.state, facts.seat, SUBVERT):
        return refusal
    what = move.consequence
    if what not in _turned(draft.state, roll):
        return _unknown(SUBVERT, what, unbought(draft.state, roll, stage.bought))
    if what not in unbought(draft.state, roll, stage.bought):
        named = called(draft.state, roll, what)
        return refuse(Own.ALREADY_BOUGHT, SUBVERT, consequence=what, consequence_in_words=named)
    draft.cite(SUBVERT, roll=roll.id, consequence=what)
    name, turned = draft.table.name(facts.seat), called(draft.state, roll, what)
    _close(draft, stage.bought)
    sentence = f"{name} turns around {turned}, which was not bought: {quoted(move.text)}."
    return draft.accept(sentence)


def let_be(draft: Draft, _move: LetBe, facts: Facts) -> Judgement:
    """Judge the FC's decision to reverse nothing (`task.subvert`)."""
    current = at_stage(draft.state, Subverting, SUBVERT)
    if isinstance(current, Refused):
        return current
    roll, stage = current
    if refusal := fc_only(draft.state, facts.seat, SUBVERT):
        return refusal
    draft.cite(
        SUBVERT,
        roll=roll.id,
        unbought_consequences=tuple(unbought(draft.state, roll, stage.bought)),
    )
    _close(draft, stage.bought)
    return draft.accept(f"{draft.table.name(facts.seat)} turns nothing around.")


CHAPTER: Judges[Play] = {
    Buy: buy,
    TellSurprise: tell_surprise,
    FinishSpending: finish_spending,
    Subvert: subvert,
    LetBe: let_be,
}
