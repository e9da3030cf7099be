"""Refusals of the table's own moves: seats, house rules, pauses, agreement."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class TableCodes(Codes):
    """The codes about the table and its seats."""

    UNUSABLE_TEXT = ReasonCode(
        "unusable_text",
        "A text cannot be used",
        "The text of {field} is {text_fault}: it has {text_characters} of at most {text_characters_allowed} characters.",
        "Send 1 to {text_characters_allowed} printable characters.",
    )
    PAUSED = ReasonCode(
        "paused",
        "Play is paused",
        "Somebody has paused play; until the table resumes it only the table's own moves are open.",
        "Talk first; then propose to resume play, or agree to it.",
    )
    NOT_PAUSED = ReasonCode(
        "not_paused",
        "Play is not paused",
        "Play is not paused.",
        "Nothing needs to be resumed.",
    )
    CLOSED = ReasonCode(
        "closed",
        "The session is closed",
        "The table has agreed to close the session; nothing is moved until it agrees to open it again.",
        "Propose that the house rule session is open again, or agree to it, after somebody has taken a "
        "seat where all are empty; to play on apart, fork it.",
    )
    OBSERVERS_WATCH = ReasonCode(
        "observers_watch",
        "Observers make no moves of play",
        "{seat_name} is an observer and has no say in play.",
        "At an open table an observer can say what stays out of play; who wants to play needs a seat of a "
        "player.",
    )
    GM_ONLY = ReasonCode(
        "gm_only",
        "Only the GM may do this",
        "Only the GM may do this, and the GM is {gm_name}.",
        "Leave it to {gm_name}.",
    )
    GM_AWAY = ReasonCode(
        "gm_away",
        "The GM's seat is empty",
        "Only the GM may do this, and nobody sits in the GM's seat.",
        "Have somebody take that seat with its claim code, or propose to make somebody else the GM.",
    )
    NOTHING_DUE = ReasonCode(
        "nothing_due",
        "Nothing is due",
        "Nothing that happens by itself is due now.",
        "Wait: what happens by itself happens when its time has come.",
    )
    NOT_STARTED = ReasonCode(
        "not_started",
        "The session has not started",
        "The session has not started.",
        "Start it first.",
    )
    ALREADY_STARTED = ReasonCode(
        "already_started",
        "The session has started",
        "The session has started already.",
        "Go on from where it is.",
    )
    NO_GM = ReasonCode(
        "no_gm",
        "One seat has to be the GM's",
        "There are {gm_seats} GM's seats; there has to be exactly one.",
        "Name exactly one seat of kind gm.",
    )
    SEAT_LIMIT = ReasonCode(
        "seat_limit",
        "The table is full",
        "There are {seats_at_table} seats of this sort and the limit is {seats_allowed}.",
        "Only an empty seat makes room; how many seats may play is the house rule seat_limit.",
    )
    UNKNOWN_SEAT = ReasonCode(
        "unknown_seat",
        "No such seat",
        "There is no such seat at this table.",
        "Only the seats of this table can be named.",
    )
    SEAT_TAKEN = ReasonCode(
        "seat_taken",
        "The seat is taken",
        "{seat_name} sits there.",
        "Only a seat that nobody sits in can be taken or removed.",
    )
    SEAT_NOT_TAKEN = ReasonCode(
        "seat_not_taken",
        "Nobody sits there",
        "Nobody sits in {seat_name}'s seat now.",
        "Have somebody take it with its claim code first.",
    )
    LAST_SEAT = ReasonCode(
        "last_seat",
        "The last one stays",
        "{seat_name} is the last one at the table who plays.",
        "Wait until somebody else sits down to play.",
    )
    NOT_ALONE = ReasonCode(
        "not_alone",
        "It takes two others",
        "It takes two others to empty {seat_name}'s seat.",
        "Wait until another seat is taken, or go on without this one.",
    )
    UNKNOWN_HOUSE_RULE = ReasonCode(
        "unknown_house_rule",
        "No such house rule",
        "There is no house rule {house_rule} in this ruleset.",
        "Only the house rules of this game can be chosen.",
    )
    VALUE_NOT_ALLOWED = ReasonCode(
        "value_not_allowed",
        "The house rule does not take this value",
        "House rule {house_rule} takes {values_allowed}, not {value_given}.",
        "It can be {values_allowed}.",
    )
    UNKNOWN_CHARACTER = ReasonCode(
        "unknown_character",
        "No such character",
        "There is no such character.",
        "Only characters that have a sheet can be named.",
    )
    TOO_MANY_CHARACTERS = ReasonCode(
        "too_many_characters",
        "Too many characters have sheets",
        "There are {sheets_written} sheets and the limit is {sheets_allowed}.",
        "Write one of those anew.",
    )
    GMS_OWN = ReasonCode(
        "gms_own",
        "The GM's characters name no seat",
        "Whoever is played by the GM has no seat on the sheet.",
        "Leave the seat out.",
    )
    NAMED_TWICE = ReasonCode(
        "named_twice",
        "A name stands twice",
        "“{entry_name}” stands twice in one list of the sheet.",
        "Give one of the entries another name.",
    )
    UNKNOWN_PROPOSAL = ReasonCode(
        "unknown_proposal",
        "No such open proposal",
        "There is no such open proposal.",
        "Only a question that is open can be answered or taken back.",
    )
    NOT_ASKED = ReasonCode(
        "not_asked",
        "This seat is not asked",
        "This question was not put to {seat_name}.",
        "Only the seats that were asked may answer.",
    )
    ALREADY_ANSWERED = ReasonCode(
        "already_answered",
        "This seat has answered",
        "{seat_name} has given this answer already.",
        "The answer holds; {seat_name} need not give it again.",
    )
    NOT_THE_PROPOSER = ReasonCode(
        "not_the_proposer",
        "Only the proposer may take it back",
        "This is {proposer_name}'s proposal to take back.",
        "Only {proposer_name} takes it back. Wait for the answer of {waiting_names}.",
    )
    TOO_MANY_OPEN = ReasonCode(
        "too_many_open",
        "This seat has too many open proposals",
        "{proposals_open} proposals of this seat are open and the limit is {proposals_allowed}.",
        "Retract one of them, or wait until one is answered.",
    )
    OTHERS_ONLY = ReasonCode(
        "others_only",
        "Only another seat can have this",
        "This goes to another seat, not to {seat_name}'s own.",
        "It can go to another seat only.",
    )
