"""Refusals of moves about tasks, KISSing, spending and Lots."""

from verger.domain.core.refusal_code import Codes, ReasonCode

_JOB_MOVES = {
    "take_job": "Take a job that inherits the ability with `take_job`.",
    "lack_job": "Say with `lack_job` that no job fits.",
    "offer_aid": "Name a job that inherits the ability with `offer_aid`.",
}
"""The moves of a task that name a job, or the lack of one."""


class TaskCodes(Codes):
    """The codes about tasks, KISSing, spending and Lots."""

    NO_JOB_POSSIBLE = ReasonCode(
        "no_job_possible",
        "No job fits, and none can be learned",
        "The sheet has no job for {ability_name}. The sheet also has no room for a new job, or no second ability for a new job.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "choose_roll": "Choose `check` with `choose_roll`.",
            "take_job": "Take a job of the sheet with `take_job`.",
        },
    )
    NO_SUCH_JOB = ReasonCode(
        "no_such_job",
        "No such job",
        "There is no job “{job_name}” on the sheet.",
        "Name a job that stands on the sheet.",
        ways=_JOB_MOVES,
    )
    DOES_NOT_INHERIT = ReasonCode(
        "does_not_inherit",
        "The job does not inherit the ability",
        "“{job_name}” does not inherit “{ability_name}”.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways=_JOB_MOVES,
    )
    HAS_JOB = ReasonCode(
        "has_job",
        "The player may still find a job",
        "{seat_name} has not said that no job fits.",
        "Leave the choice to {seat_name}. Play waits for this: {pending_in_words}.",
    )
    JOB_KNOWN = ReasonCode(
        "job_known",
        "The sheet has that job",
        "There is a job “{job_name}” on the sheet.",
        "Name a new job, or let the player take “{job_name}”.",
    )
    THRESHOLD_SET = ReasonCode(
        "threshold_set",
        "The threshold is set",
        "The threshold is {successes_threshold}.",
        "Go on with this threshold.",
    )
    NO_THRESHOLD = ReasonCode(
        "no_threshold",
        "There is no threshold yet",
        "The FC has yet to say what makes this task harder.",
        "Wait for {gm_name}. Play waits for this: {pending_in_words}.",
    )
    NOT_AN_ALLY = ReasonCode(
        "not_an_ally",
        "This seat is not an ally here",
        "{seat_name} is not an ally in this task.",
        "Leave it to the players who give aid. Each player in the same scene can offer aid.",
    )
    AID_OFFERED = ReasonCode(
        "aid_offered",
        "This seat has offered aid already",
        "{seat_name} has offered aid to this task.",
        "Leave the offer as it is.",
    )
    AID_FULL = ReasonCode(
        "aid_full",
        "There is enough aid",
        "{allies_aiding} allies give aid, which is the limit.",
        "Go on with these allies.",
    )
    NO_AID = ReasonCode(
        "no_aid",
        "No such offer",
        "{seat_name} has no open offer of aid.",
        "Answer an offer that is open, or wait for one.",
    )
    STILL_LEARNING = ReasonCode(
        "still_learning",
        "The job is still being learned",
        "“{job_name}” is at level 0.",
        "Choose a job of level 1 or more, or let another player give aid.",
    )
    UNKNOWN_DIE = ReasonCode(
        "unknown_die",
        "No such die",
        "There is no die {die_number}: {dice_on_table_in_words} on the table.",
        "Name a die by its place on the table, from 1 on.",
    )
    DIE_KISSED = ReasonCode(
        "die_kissed",
        "The die is KISSed",
        "Die {die_number} is KISSed already, by {kiss_source_in_words}.",
        "Choose another die, or leave the dice as they are.",
    )
    DIE_CLAIMED = ReasonCode(
        "die_claimed",
        "The die waits for an answer",
        "A claim or a stunt for die {die_number} has not been answered.",
        "Wait for that answer.",
    )
    NO_EGO = ReasonCode(
        "no_ego",
        "No Ego",
        "{seat_name} holds no Ego.",
        "Go on without Ego.",
    )
    NOTHING_DISAPPOINTS = ReasonCode(
        "nothing_disappoints",
        "No die lacks a success",
        "{seat_name} has no die left without a success.",
        "Keep the Ego.",
    )
    NO_SUCH_ATTRIBUTE = ReasonCode(
        "no_such_attribute",
        "No such attribute",
        "The sheet has no attribute {attribute_number}.",
        "Name an attribute by its place on the sheet, from 1 on.",
    )
    ATTRIBUTE_USED = ReasonCode(
        "attribute_used",
        "The attribute is used",
        "{attribute_in_words} was already used in this task.",
        "Choose another attribute, or go on without attributes.",
    )
    SPECIALTIES_FULL = ReasonCode(
        "specialties_full",
        "The task has enough specialties",
        "{specialties_allowed} specialties already help this task, which is the limit.",
        "Go on with these specialties.",
    )
    STUNT_DONE = ReasonCode(
        "stunt_done",
        "Each seat can perform only one stunt",
        "{seat_name} has already performed a stunt in this task.",
        "Go on without another stunt.",
    )
    NOT_YOUR_DIE = ReasonCode(
        "not_your_die",
        "The die belongs to another seat",
        "Die {die_number} is {seat_name}'s, and {seat_name} pays for KISSing it.",
        "Leave it to {seat_name}.",
    )
    NO_STUNT = ReasonCode(
        "no_stunt",
        "No such stunt",
        "{seat_name} has no stunt that waits for an answer.",
        "Answer a stunt that is open, or wait for one.",
    )
    STUNT_OPEN = ReasonCode(
        "stunt_open",
        "The FC has not answered a stunt",
        "{seat_name}'s stunt waits for the FC.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
    )
    UNKNOWN_CONSEQUENCE = ReasonCode(
        "unknown_consequence",
        "No such consequence",
        "“{consequence}” cannot be bought or reversed here.",
        "Choose one of these consequences: {consequences_offered}.",
    )
    ALREADY_BOUGHT = ReasonCode(
        "already_bought",
        "This is bought already",
        "This is bought already: {consequence_in_words}.",
        "Choose another consequence, or finish with these.",
    )
    NOT_ENOUGH_SUCCESSES = ReasonCode(
        "not_enough_successes",
        "Not enough successes",
        "This costs {successes_needed_in_words}. Left: {successes_left_in_words}.",
        "Choose a cheaper consequence, or buy nothing more.",
    )
    FAILURE_SETTLED = ReasonCode(
        "failure_settled",
        "The failure is settled",
        "A consequence was appended to the failure, so the task can no longer succeed.",
        "Let the task fail.",
    )
    ATTRIBUTES_FULL = ReasonCode(
        "attributes_full",
        "The sheet has no room for an attribute",
        "The sheet has {attributes_allowed} attributes, which is the limit.",
        "Choose another consequence.",
    )
    NOT_APPENDED = ReasonCode(
        "not_appended",
        "This consequence cannot be appended",
        "This consequence cannot be appended to another: {consequence_in_words}.",
        "Leave out the other consequence.",
    )
    NOTHING_TO_APPEND_TO = ReasonCode(
        "nothing_to_append_to",
        "This consequence must be appended",
        "This must be appended to a bought consequence, or to the failure of a failed task: {consequence_in_words}. The move appends it to {appended_to_in_words}.",
        "Name a consequence that is bought, or the failure of a failed task.",
    )
    PRIZE_UNNAMED = ReasonCode(
        "prize_unnamed",
        "The prize has no name",
        "A prize needs a name, and this one has none.",
        "Say what the prize is.",
    )
    PEERS_DECIDE = ReasonCode(
        "peers_decide",
        "The peers describe the surprise",
        "The peers decide what happens unexpectedly.",
        "Leave the text out: a peer writes it.",
    )
    NO_SURPRISE = ReasonCode(
        "no_surprise",
        "No surprise is due",
        "No surprise waits for a peer's words.",
        "Wait until a surprise is bought.",
    )
    SURPRISE_UNTOLD = ReasonCode(
        "surprise_untold",
        "The surprise has no text yet",
        "The peers have yet to say what happens unexpectedly.",
        "Let play go on first. Play waits for this: {pending_in_words}.",
        ways={
            "tell_surprise": "Say what happens with `tell_surprise`.",
        },
    )
    NOTHING_OWED = ReasonCode(
        "nothing_owed",
        "There is no Lot to give up",
        "{seat_name} has no Lot beyond the cap.",
        "Wait until this seat earns a Lot beyond the cap.",
    )
    NOT_QUALIFIED = ReasonCode(
        "not_qualified",
        "The job cannot mark exp yet",
        "“{job_name}” has qualifications that are not met.",
        "Choose a job whose qualifications are all met.",
    )
