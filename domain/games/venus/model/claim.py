"""Claims: helpful circumstances that players name, jobs that peers name, and the votes."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from verger.domain.core.agreement import Vote
from verger.domain.core.identifier import SeatId
from verger.domain.games.venus.model.sheet import Job


class Purpose(StrEnum):
    """The purpose of a claim."""

    BONUS = "bonus"
    """A factor that adds a die to a check (`check.bonus`)."""
    INSIGHT = "insight"
    """Knowledge KISSes a die (`kiss.insight`)."""
    SPECIALTY = "specialty"
    """An attribute KISSes a die (`kiss.specialty`)."""
    JOB = "job"
    """A job to learn for a task (`job.learn`)."""


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A claim that the peers of a roller approve or reject. The claims of a roll are numbered."""

    purpose: Purpose
    by: SeatId
    text: str
    vote: Vote
    lot: bool = False
    """Whether the claim spends a Lot (`check.lots`)."""
    die: int = 0
    attribute: int = 0
    job: Job | None = None
    approved: bool | None = None
    """The decision of the peers; null until they have decided."""

    @property
    def is_open(self) -> bool:
        """Whether the peers have not decided yet."""
        return self.approved is None

    @property
    def counts(self) -> bool:
        """Whether the claim is valid, or can still become valid."""
        return self.approved is not False


Claims = tuple[Claim, ...]


def approved(claims: Claims, purpose: Purpose) -> Claims:
    """Return the claims for a purpose that the peers approved."""
    return tuple([claim for claim in claims if claim.approved and claim.purpose is purpose])


def open_claims(claims: Claims) -> list[tuple[int, Claim]]:
    """Return the undecided claims, with their numbers."""
    return [(number, claim) for number, claim in enumerate(claims, start=1) if claim.is_open]


def with_claim(claims: Claims, number: int, claim: Claim) -> Claims:
    """Return the claims with one of them replaced."""
    return (*claims[: number - 1], claim, *claims[number:])


def answered(claim: Claim, seat: SeatId, *, valid: bool | None) -> Claim:
    """Return the claim after a peer answered: yes, no, or None for a peer that is not counted."""
    if valid is None:
        return replace(claim, vote=claim.vote.excusing(seat))
    return replace(claim, vote=claim.vote.with_vote(seat, yes=valid))
