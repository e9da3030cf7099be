"""Refusals of moves about tasks, KISSing, spending and Lots."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class TaskCodes(Codes):
    """The codes about tasks, KISSing, spending and Lots."""

    NO_JOB_POSSIBLE = ReasonCode(
        "no_job_possible",
        "No job for it, and none to learn",
        "The sheet has no job for {ability_name}, and no room or no second ability for a new one.",
        "The sheet needs a job for it, or room and two abilities for a new one.",
    )
    NO_SUCH_JOB = ReasonCode(
        "no_such_job",
        "No such job",
        "There is no job “{job_name}” on the sheet.",
        "Only a job that stands on the sheet can be named.",
    )
    DOES_NOT_INHERIT = ReasonCode(
        "does_not_inherit",
        "The job does not inherit the ability",
        "“{job_name}” does not inherit “{ability_name}”.",
        "Only a job that inherits it can be taken.",
    )
    HAS_JOB = ReasonCode(
        "has_job",
        "The player looks for a job",
        "{seat_name} has not said that no job fits.",
        "Leave the choice to {seat_name}. Play waits for this: {pending_in_words}.",
    )
    JOB_KNOWN = ReasonCode(
        "job_known",
        "The sheet has that job",
        "There is a job “{job_name}” on the sheet.",
        "Name a job that is new, or let the player take that one.",
    )
    THRESHOLD_SET = ReasonCode(
        "threshold_set",
        "The threshold is set",
        "The threshold is {successes_threshold}.",
        "Leave it at that.",
    )
    NO_THRESHOLD = ReasonCode(
        "no_threshold",
        "There is no threshold yet",
        "The FC has not said what makes this task harder.",
        "Wait for {gm_name}. Play waits for this: {pending_in_words}.",
    )
    NOT_AN_ALLY = ReasonCode(
        "not_an_ally",
        "This seat is no ally here",
        "{seat_name} is no ally in this task.",
        "Only players in the same scene give aid, and only those who do have a part in the dice.",
    )
    AID_OFFERED = ReasonCode(
        "aid_offered",
        "This aid was offered",
        "{seat_name} has offered aid to this task.",
        "Once is enough.",
    )
    AID_FULL = ReasonCode(
        "aid_full",
        "There is aid enough",
        "{allies_aiding} allies give aid, the most there may be.",
        "Go on with those.",
    )
    NO_AID = ReasonCode(
        "no_aid",
        "No such offer",
        "{seat_name} has no aid to be answered.",
        "Only an offer that is open can be answered.",
    )
    STILL_LEARNING = ReasonCode(
        "still_learning",
        "The job is still being learned",
        "“{job_name}” is at level 0.",
        "Only a job of level 1 or more gives aid.",
    )
    UNKNOWN_DIE = ReasonCode(
        "unknown_die",
        "No such die",
        "There is no die {die_number}: {dice_on_table_in_words} on the table.",
        "Dice are named by their place, from 1 on.",
    )
    DIE_KISSED = ReasonCode(
        "die_kissed",
        "The die is KISSed",
        "Die {die_number} is KISSed already, by {kiss_source_in_words}.",
        "Each die is rolled again only once.",
    )
    DIE_CLAIMED = ReasonCode(
        "die_claimed",
        "The die waits for an answer",
        "Somebody has yet to answer what was said for die {die_number}.",
        "Wait for that answer.",
    )
    NO_EGO = ReasonCode(
        "no_ego",
        "No Ego",
        "{seat_name} holds no Ego.",
        "Do without.",
    )
    NOTHING_DISAPPOINTS = ReasonCode(
        "nothing_disappoints",
        "Nothing disappoints",
        "No die without a success is left to {seat_name}.",
        "Keep the Ego.",
    )
    NO_SUCH_ATTRIBUTE = ReasonCode(
        "no_such_attribute",
        "No such attribute",
        "The sheet has no attribute {attribute_number}.",
        "Name it by its place on the sheet.",
    )
    ATTRIBUTE_USED = ReasonCode(
        "attribute_used",
        "The attribute is used",
        "{attribute_in_words} is used in this task.",
        "Each attribute helps only once in a task.",
    )
    SPECIALTIES_FULL = ReasonCode(
        "specialties_full",
        "Enough specialties",
        "{specialties_allowed} specialties help this task.",
        "No more of them help.",
    )
    STUNT_DONE = ReasonCode(
        "stunt_done",
        "One stunt each",
        "{seat_name} has performed a stunt in this task.",
        "Each player performs only one in a task.",
    )
    NOT_YOUR_DIE = ReasonCode(
        "not_your_die",
        "It is another's die",
        "Die {die_number} is {seat_name}'s, who pays for KISSing it.",
        "Leave it to {seat_name}.",
    )
    NO_STUNT = ReasonCode(
        "no_stunt",
        "No such stunt",
        "{seat_name} has no stunt to be answered.",
        "Only a stunt that is open can be answered.",
    )
    STUNT_OPEN = ReasonCode(
        "stunt_open",
        "The FC has not answered a stunt",
        "{seat_name}'s stunt waits for the FC.",
        "Play waits for this: {pending_in_words}.",
    )
    UNKNOWN_CONSEQUENCE = ReasonCode(
        "unknown_consequence",
        "No such consequence",
        "“{consequence}” is nothing that can be bought or turned around here.",
        "Only what this task offers can be bought or turned around.",
    )
    ALREADY_BOUGHT = ReasonCode(
        "already_bought",
        "It is bought",
        "This is bought already: {consequence_in_words}.",
        "It is bought only once.",
    )
    NOT_ENOUGH_SUCCESSES = ReasonCode(
        "not_enough_successes",
        "Not enough successes",
        "This costs {successes_needed_in_words}; what is left is {successes_left_in_words}.",
        "Whatever is still bought costs no more than what is left.",
    )
    FAILURE_SETTLED = ReasonCode(
        "failure_settled",
        "The failure is settled",
        "Something is appended to the failure, so that the task has failed.",
        "The task stays a failure.",
    )
    ATTRIBUTES_FULL = ReasonCode(
        "attributes_full",
        "The sheet is full",
        "The sheet has {attributes_allowed} attributes.",
        "The sheet takes no more.",
    )
    NOT_APPENDED = ReasonCode(
        "not_appended",
        "This is appended to nothing",
        "This stands by itself: {consequence_in_words}.",
        "Leave out what it is appended to.",
    )
    NOTHING_TO_APPEND_TO = ReasonCode(
        "nothing_to_append_to",
        "It needs something to be appended to",
        "This cannot be appended to {appended_to_in_words}: {consequence_in_words}.",
        "Name something that is bought, or the failure where the task fails.",
    )
    PRIZE_UNNAMED = ReasonCode(
        "prize_unnamed",
        "A prize is something",
        "The prize has no name.",
        "Say what it is.",
    )
    PEERS_DECIDE = ReasonCode(
        "peers_decide",
        "The peers decide about it",
        "The peers decide what happens unexpectedly.",
        "Leave the text out; a peer writes it.",
    )
    NO_SURPRISE = ReasonCode(
        "no_surprise",
        "No surprise is due",
        "No surprise waits to be told.",
        "Wait until one is bought.",
    )
    SURPRISE_UNTOLD = ReasonCode(
        "surprise_untold",
        "The surprise is untold",
        "The peers have not said what happens unexpectedly.",
        "Play waits for this: {pending_in_words}.",
        ways={
            "tell_surprise": "Tell it with `tell_surprise`.",
        },
    )
    NOTHING_OWED = ReasonCode(
        "nothing_owed",
        "No Lot too many",
        "{seat_name} has no Lot too many.",
        "Wait until one is earned beyond the cap.",
    )
    NOT_QUALIFIED = ReasonCode(
        "not_qualified",
        "The job marks no exp yet",
        "“{job_name}” has qualifications that are not met.",
        "Only a job whose qualifications are met marks exp.",
    )
