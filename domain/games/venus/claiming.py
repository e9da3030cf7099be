"""Claims: the peers answer them, and the majority of the answers decides."""

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId
from verger.domain.core.mastery import gm_only
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import listed
from verger.domain.games.venus.effects import JobLearned
from verger.domain.games.venus.lots import spend_lot
from verger.domain.games.venus.model.claim import Claim, Purpose, open_claims
from verger.domain.games.venus.model.sheet import Job
from verger.domain.games.venus.model.throw import Roll, Source
from verger.domain.games.venus.model.throw_effect import (
    ClaimAnswered,
    ClaimClosed,
    ClaimMade,
    DieKissed,
    JobTaken,
)
from verger.domain.games.venus.model.words import quoted
from verger.domain.games.venus.reason import Code as Own
from verger.domain.games.venus.state import Draft, Play, State, held, is_taken, peers
from verger.domain.judging.chapters import Judges

CLAIM_LIMIT = 20
"""The maximum number of claims that each seat can make in a roll, so that every roll ends."""

RULES = {
    Purpose.BONUS: "check.bonus",
    Purpose.INSIGHT: "kiss.insight",
    Purpose.SPECIALTY: "kiss.specialty",
    Purpose.JOB: "job.learn",
}


class AnswerClaim(TaggedMove, frozen=True, tag="answer_claim"):
    """Answer whether a claim is valid. If `valid` is null, only the other peers decide."""

    claim: int
    valid: bool | None = None


class CountAnswers(TaggedMove, frozen=True, tag="count_answers"):
    """As the FC, stop waiting for answers to a claim.

    At least one other peer must have answered.
    """

    claim: int


ClaimMove = AnswerClaim | CountAnswers


def cannot_ask(
    state: State, roll: Roll, seat: SeatId, rule: str, by: SeatId | None = None
) -> Refused | None:
    """Return the refusal of one more claim to the peers of a seat, or None if it is allowed.

    `by` is the seat that makes the claim. Default: the seat itself.
    """
    if sum(claim.by == (by or seat) for claim in roll.claims) >= CLAIM_LIMIT:
        return refuse(Own.TOO_MANY_CLAIMS, rule, claims_allowed=CLAIM_LIMIT)
    if not peers(state, seat):
        return refuse(Own.NO_PEERS, rule)
    return None


def put(
    draft: Draft,
    purpose: Purpose,
    by: SeatId,
    text: str,
    *,
    lot: bool = False,
    die: int = 0,
    attribute: int = 0,
    job: Job | None = None,
) -> str:
    """Make a claim.

    The peers of the roller decide about a job, the peers of the claimant about anything else. A
    peer who claims says yes. Return the end of the sentence.
    """
    roll = draft.play.roll
    assert roll is not None
    whose = roll.seat if purpose is Purpose.JOB else by
    number, seats = len(roll.claims) + 1, peers(draft.state, whose)
    draft.cite(RULES[purpose], roll=roll.id, claim=number, asked_seats=seats)
    yes = (by,) if by in seats else ()
    draft.emit(
        ClaimMade(
            purpose=purpose,
            by=by,
            asked=seats,
            yes=yes,
            text=text,
            lot=lot,
            die=die,
            attribute=attribute,
            job=job,
        )
    )
    return settle(draft, number)


def answer(draft: Draft, move: AnswerClaim, facts: Facts) -> Judgement:
    """Judge a peer's answer, which can decide the claim."""
    claim = _open(draft.state, move.claim)
    if isinstance(claim, Refused):
        return claim
    name, rule = draft.table.name(facts.seat), RULES[claim.purpose]
    if facts.seat not in claim.vote.asked:
        return refuse(Code.NOT_ASKED, rule, claim=move.claim, seat_name=name)
    if facts.seat not in claim.vote.waiting:
        return refuse(Code.ALREADY_ANSWERED, rule, claim=move.claim, seat_name=name)
    draft.cite(rule, claim=move.claim, is_valid=move.valid)
    draft.emit(ClaimAnswered(move.claim, facts.seat, move.valid))
    what = of_claim(claim)
    verb_phrase = {
        True: f"finds {what} valid",
        False: f"finds {what} not valid",
        None: f"leaves {what} to the others",
    }[move.valid]
    return draft.accept(f"{name} {verb_phrase}.{settle(draft, move.claim)}")


def of_claim(claim: Claim) -> str:
    """Describe a claim for a sentence."""
    return quoted(claim.text)


def unanswered(state: State, number: int, claim: Claim, rule: str) -> Refused:
    """Return the refusal of a move because the peers have not decided about a claim yet."""
    what, waiting = of_claim(claim), _waiting(state, claim)
    return refuse(Own.CLAIM_OPEN, rule, claim=number, claim_in_words=what, waiting_names=waiting)


def _waiting(state: State, claim: Claim) -> str:
    return listed([state.table.name(seat) for seat in claim.vote.waiting])


def count(draft: Draft, move: CountAnswers, facts: Facts) -> Judgement:
    """Judge ending the vote: missing answers are not counted."""
    state = draft.state
    claim = _open(state, move.claim)
    if isinstance(claim, Refused):
        return claim
    rule = RULES[claim.purpose]
    if facts.seat != state.table.gm:
        return gm_only(state.table, rule)
    if refusal := cannot_count(state, move.claim, claim):
        return refusal
    draft.cite(rule, claim=move.claim, waiting_seats=claim.vote.waiting)
    for seat in claim.vote.waiting:
        draft.emit(ClaimAnswered(move.claim, seat, None))
    sentence = settle(draft, move.claim)
    name = state.table.name(facts.seat)
    return draft.accept(f"{name} counts the answers about {of_claim(claim)}.{sentence}")


def cannot_count(state: State, number: int, claim: Claim) -> Refused | None:
    """Return why the FC cannot end the vote, or None.

    A peer other than the FC must have answered. If no such peer is at the table, the FC's answer is
    enough.
    """
    gm, answered = state.table.gm, (*claim.vote.yes, *claim.vote.no)
    present = [seat for seat in claim.vote.waiting if seat != gm and is_taken(state, seat)]
    if any(seat != gm for seat in answered) or (answered and not present):
        return None
    missing = present or claim.vote.waiting
    names = listed([state.table.name(seat) for seat in missing])
    return refuse(
        Own.NOBODY_ANSWERED,
        RULES[claim.purpose],
        claim=number,
        claim_in_words=of_claim(claim),
        waiting_names=names,
    )


def _open(state: State, number: int) -> Claim | Refused:
    roll = state.play.roll
    claims = dict(open_claims(roll.claims)) if roll else {}
    return claims.get(number) or refuse(Own.UNKNOWN_CLAIM, "check.bonus", claim=number)


def settle(draft: Draft, number: int) -> str:
    """Decide a claim if every peer has answered. Return the end of the sentence."""
    roll = draft.play.roll
    assert roll is not None
    claim = roll.claims[number - 1]
    if claim.vote.waiting:
        return ""
    if not (claim.vote.is_carried and _is_payable(draft.state, roll, claim)):
        draft.emit(ClaimClosed(number, approved=False))
        return f" {of_claim(claim)} is not valid."
    draft.emit(ClaimClosed(number, approved=True))
    _hold(draft, roll, claim)
    return f" {of_claim(claim)} is valid."


def stop_asking(draft: Draft) -> None:
    """Close all other claims about a job, because a job is found."""
    roll = draft.play.roll
    assert roll is not None
    draft.emit(*[ClaimClosed(number, approved=False) for number, _ in open_claims(roll.claims)])


def _is_payable(state: State, roll: Roll, claim: Claim) -> bool:
    """Return whether a claimed Lot is still available."""
    return not claim.lot or held(state, roll.seat).lots > 0


def _hold(draft: Draft, roll: Roll, claim: Claim) -> None:
    """Carry out the consequences of a valid claim."""
    match claim.purpose:
        case Purpose.BONUS:
            if claim.lot:
                draft.cite("check.lots", seat=roll.seat)
                spend_lot(draft, roll.seat, "a bonus factor", "check.lots")
        case Purpose.INSIGHT:
            draft.emit(DieKissed(claim.die, Source.INSIGHT))
        case Purpose.SPECIALTY:
            draft.emit(DieKissed(claim.die, Source.SPECIALTY))
        case Purpose.JOB:
            assert claim.job is not None
            stop_asking(draft)
            draft.emit(JobLearned(roll.character, claim.job))
            draft.emit(JobTaken(claim.job.name, roll.score, is_learning=True))


CHAPTER: Judges[Play] = {
    AnswerClaim: answer,
    CountAnswers: count,
}
