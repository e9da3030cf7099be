"""Claims: what a player says helps a roll, or a peer names a job by, and how peers vote on it."""

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from verger.domain.core.agreement import Vote
from verger.domain.core.identifier import SeatId
from verger.domain.games.venus.model.sheet import Job


class Purpose(StrEnum):
    """What a claim is for."""

    BONUS = "bonus"
    """A factor that adds a die to a check (`check.bonus`)."""
    INSIGHT = "insight"
    """What is known KISSes a die (`kiss.insight`)."""
    SPECIALTY = "specialty"
    """An attribute KISSes a die (`kiss.specialty`)."""
    JOB = "job"
    """What has to be learned for a task (`job.learn`)."""


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that the peers of a roller approve or not; it is one of its roll's, by number."""

    purpose: Purpose
    by: SeatId
    text: str
    vote: Vote
    lot: bool = False
    """Whether it is a Lot that is spent (`check.lots`)."""
    die: int = 0
    attribute: int = 0
    job: Job | None = None
    approved: bool | None = None
    """How the peers have decided; nothing while they have not."""

    @property
    def is_open(self) -> bool:
        """Whether the peers have still to decide."""
        return self.approved is None

    @property
    def counts(self) -> bool:
        """Whether it is valid, or may still be."""
        return self.approved is not False


Claims = tuple[Claim, ...]


def approved(claims: Claims, purpose: Purpose) -> Claims:
    """The claims for a purpose that the peers found valid."""
    return tuple([claim for claim in claims if claim.approved and claim.purpose is purpose])


def open_claims(claims: Claims) -> list[tuple[int, Claim]]:
    """The claims that the peers have still to decide, with their numbers."""
    return [(number, claim) for number, claim in enumerate(claims, start=1) if claim.is_open]


def with_claim(claims: Claims, number: int, claim: Claim) -> Claims:
    """The claims after one has changed."""
    return (*claims[: number - 1], claim, *claims[number:])


def answered(claim: Claim, seat: SeatId, *, valid: bool | None) -> Claim:
    """After a peer answered: yes, no, or nothing to say, which leaves it out of the count."""
    if valid is None:
        return replace(claim, vote=claim.vote.excusing(seat))
    return replace(claim, vote=claim.vote.with_vote(seat, yes=valid))
