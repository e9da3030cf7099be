"""Refusals of moves about disputes: rulings, evidence, votes, corrections."""

from verger.domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.NO_SUCH_RULING: Reason(
        "No such ruling",
        "There is no {ruling_kind} {ruling_number} on record to dispute.",
        "Name an event by its version, or one of the refusals that are kept by its number.",
    ),
    _C.NO_SUCH_EVENT: Reason(
        "The evidence is not in the log",
        "There is no event {version} yet: the newest is {head}.",
        "Link to events from 1 to {head}.",
    ),
    _C.UNKNOWN_RULE: Reason(
        "No such rule",
        "There is no rule {rule_given} in this ruleset.",
        "Only the rules of this game can be named.",
    ),
    _C.UNKNOWN_DISPUTE: Reason(
        "No such dispute",
        "There is no such open dispute.",
        "Only a dispute that is open can be argued; one that was settled can be appealed.",
    ),
    _C.TOO_MANY_DISPUTES: Reason(
        "This seat has too many open disputes",
        "{disputes_open} disputes of this seat are open and the limit is {disputes_allowed}.",
        "Withdraw one of them, or wait until one is settled.",
    ),
    _C.VIEWS_FULL: Reason(
        "This seat has stated enough views",
        "This seat has stated {views_allowed} views of dispute {dispute_number}, which is the limit.",
        "Propose a settlement, or vote on the one that is proposed.",
    ),
    _C.NOT_THE_DISPUTANT: Reason(
        "Only who asked may let it go",
        "Dispute {dispute_number} is {disputant_name}'s to withdraw.",
        "Only {disputant_name} withdraws it.",
    ),
    _C.SETTLEMENT_OPEN: Reason(
        "A settlement is under vote",
        "A settlement of dispute {dispute_number} is under vote.",
        "Wait for the vote of {waiting_names}; another may follow once it is decided.",
    ),
    _C.NO_SETTLEMENT: Reason(
        "Nothing is under vote",
        "No settlement of dispute {dispute_number} is under vote.",
        "Wait until one is proposed.",
    ),
    _C.NOT_SETTLED: Reason(
        "It was not settled",
        "Dispute {dispute_number} was not settled, so there is nothing to appeal.",
        "Only a dispute that was upheld or overturned can be appealed.",
    ),
    _C.ALREADY_APPEALED: Reason(
        "It was appealed before",
        "Dispute {dispute_number} has been opened again once.",
        "It stays as it was settled; the newer ruling can be disputed by itself.",
    ),
    _C.UNFIT_ACCOUNT: Reason(
        "Tokens are not moved there",
        "A correction does not move tokens between these two accounts.",
        "Move them between the bank and somebody who can hold them, or between two who can.",
    ),
    _C.TOO_FEW_THERE: Reason(
        "There are too few tokens",
        "There are {tokens_in_account} to be taken ({token_kind}); the correction moves {tokens_to_move}.",
        "Move no more than there are.",
    ),
}
