"""Refusals of moves about disputes: rulings, evidence, votes, corrections."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class DisputeCodes(Codes):
    """The codes about disputes."""

    NO_SUCH_RULING = ReasonCode(
        "no_such_ruling",
        "No such ruling",
        "There is no {ruling_kind} {ruling_number} on record to dispute.",
        "Name an event by its version, or a refusal on record by its number.",
    )
    ALREADY_DISPUTED = ReasonCode(
        "already_disputed",
        "This seat disputed this ruling before",
        "This seat disputed this ruling before, in dispute {dispute_number}.",
        "Read dispute {dispute_number}, or dispute another ruling.",
    )
    NO_DISPUTE_TO_CITE = ReasonCode(
        "no_dispute_to_cite",
        "The cited dispute does not exist",
        "There is no dispute {dispute} to cite.",
        "Cite only disputes of this session by their ids.",
    )
    NO_SUCH_EVENT = ReasonCode(
        "no_such_event",
        "The evidence is not in the log",
        "There is no event {version} yet: the newest event is {head}.",
        "Link to events from 1 to {head}.",
    )
    UNKNOWN_RULE = ReasonCode(
        "unknown_rule",
        "No such rule",
        "There is no rule {rule_given} in this ruleset.",
        "Name a rule of this game. The ruleset lists them.",
    )
    UNKNOWN_DISPUTE = ReasonCode(
        "unknown_dispute",
        "No such dispute",
        "There is no such open dispute.",
        "Name a dispute that is open, appeal one that was settled, or dispute a ruling first.",
    )
    TOO_MANY_DISPUTES = ReasonCode(
        "too_many_disputes",
        "This seat has too many open disputes",
        "{disputes_open} disputes of this seat are open and the limit is {disputes_allowed}.",
        "Wait until one of them is settled.",
        ways={
            "withdraw_dispute": "Withdraw one of them with `withdraw_dispute`, or wait until one is settled.",
        },
    )
    VIEWS_FULL = ReasonCode(
        "views_full",
        "This seat cannot state more views",
        "This seat has stated {views_allowed} views of dispute {dispute_number}, which is the limit.",
        "Wait until the dispute is settled.",
        ways={
            "propose_settlement": "Propose a settlement with `propose_settlement`.",
            "vote": "Give your vote on the settlement with `vote`.",
        },
    )
    NOT_THE_DISPUTANT = ReasonCode(
        "not_the_disputant",
        "Only the disputant can withdraw a dispute",
        "{disputant_name} opened dispute {dispute_number}.",
        "Leave it to {disputant_name} to withdraw the dispute.",
    )
    SETTLEMENT_OPEN = ReasonCode(
        "settlement_open",
        "A vote is open",
        "A vote on a settlement of dispute {dispute_number} is open.",
        "Wait for the vote of {waiting_names}. After the vote, another settlement can be proposed.",
    )
    NO_SETTLEMENT = ReasonCode(
        "no_settlement",
        "No vote is open",
        "No vote on a settlement of dispute {dispute_number} is open.",
        "Wait until somebody proposes a settlement.",
        ways={
            "propose_settlement": "Propose a settlement with `propose_settlement`.",
        },
    )
    NOT_SETTLED = ReasonCode(
        "not_settled",
        "The dispute was not settled",
        "Dispute {dispute_number} was not settled, so there is nothing to appeal.",
        "Choose a dispute whose ruling was upheld or overturned, or leave this dispute as it is.",
    )
    ALREADY_APPEALED = ReasonCode(
        "already_appealed",
        "The dispute was appealed before",
        "Dispute {dispute_number} was appealed once before.",
        "Leave the settlement as it is, or dispute the newer ruling.",
    )
    UNFIT_ACCOUNT = ReasonCode(
        "unfit_account",
        "Tokens cannot move between these accounts",
        "A correction does not move tokens between these two accounts.",
        "Move tokens between the bank and an account that can hold them, or between two such accounts.",
    )
    TOO_FEW_THERE = ReasonCode(
        "too_few_there",
        "There are too few tokens",
        "Tokens of this kind ({token_kind}) in the account: {tokens_in_account}. The correction moves {tokens_to_move}.",
        "Move at most {tokens_in_account} of these tokens.",
    )
