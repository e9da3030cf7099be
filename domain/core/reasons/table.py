"""Refusals of the table's own moves: seats, house rules, pauses, agreement."""

from verger.domain.core.reason import Code, Reason

_C = Code

REASONS: dict[Code, Reason] = {
    _C.UNUSABLE_TEXT: Reason(
        "A text cannot be used",
        "The text of {field} is {text_fault}: it has {text_characters} of at most {text_characters_allowed} characters.",
        "Send 1 to {text_characters_allowed} printable characters.",
    ),
    _C.PAUSED: Reason(
        "Play is paused",
        "Somebody has paused play; until the table resumes it only the table's own moves are open.",
        "Talk first; then propose to resume play, or agree to it.",
    ),
    _C.NOT_PAUSED: Reason(
        "Play is not paused", "Play is not paused.", "Nothing needs to be resumed."
    ),
    _C.CLOSED: Reason(
        "The session is closed",
        "The table has agreed to close the session; nothing is moved until it agrees to open it again.",
        "Propose that the house rule session is open again, or agree to it, after somebody has taken a "
        "seat where all are empty; to play on apart, fork it.",
    ),
    _C.OBSERVERS_WATCH: Reason(
        "Observers make no moves of play",
        "{seat_name} is an observer and has no say in play.",
        "At an open table an observer can say what stays out of play; who wants to play needs a seat of a "
        "player.",
    ),
    _C.GM_ONLY: Reason(
        "Only the GM may do this",
        "Only the GM may do this, and the GM is {gm_name}.",
        "Leave it to {gm_name}.",
    ),
    _C.GM_AWAY: Reason(
        "The GM's seat is empty",
        "Only the GM may do this, and nobody sits in the GM's seat.",
        "Have somebody take that seat with its claim code, or propose to make somebody else the GM.",
    ),
    _C.NOTHING_DUE: Reason(
        "Nothing is due",
        "Nothing that happens by itself is due now.",
        "Wait: what happens by itself happens when its time has come.",
    ),
    _C.NOT_STARTED: Reason(
        "The session has not started", "The session has not started.", "Start it first."
    ),
    _C.ALREADY_STARTED: Reason(
        "The session has started", "The session has started already.", "Go on from where it is."
    ),
    _C.NO_GM: Reason(
        "One seat has to be the GM's",
        "There are {gm_seats} GM's seats; there has to be exactly one.",
        "Name exactly one seat of kind gm.",
    ),
    _C.SEAT_LIMIT: Reason(
        "The table is full",
        "There are {seats_at_table} seats of this sort and the limit is {seats_allowed}.",
        "Only an empty seat makes room; how many seats may play is the house rule seat_limit.",
    ),
    _C.UNKNOWN_SEAT: Reason(
        "No such seat",
        "There is no such seat at this table.",
        "Only the seats of this table can be named.",
    ),
    _C.SEAT_TAKEN: Reason(
        "The seat is taken",
        "{seat_name} sits there.",
        "Only a seat that nobody sits in can be taken or removed.",
    ),
    _C.SEAT_NOT_TAKEN: Reason(
        "Nobody sits there",
        "Nobody sits in {seat_name}'s seat now.",
        "Have somebody take it with its claim code first.",
    ),
    _C.LAST_SEAT: Reason(
        "The last one stays",
        "{seat_name} is the last one at the table who plays.",
        "Wait until somebody else sits down to play.",
    ),
    _C.NOT_ALONE: Reason(
        "It takes two others",
        "It takes two others to empty {seat_name}'s seat.",
        "Wait until another seat is taken, or go on without this one.",
    ),
    _C.UNKNOWN_HOUSE_RULE: Reason(
        "No such house rule",
        "There is no house rule {house_rule} in this ruleset.",
        "Only the house rules of this game can be chosen.",
    ),
    _C.VALUE_NOT_ALLOWED: Reason(
        "The house rule does not take this value",
        "House rule {house_rule} takes {values_allowed}, not {value_given}.",
        "It can be {values_allowed}.",
    ),
    _C.UNKNOWN_CHARACTER: Reason(
        "No such character",
        "There is no such character.",
        "Only characters that have a sheet can be named.",
    ),
    _C.TOO_MANY_CHARACTERS: Reason(
        "Too many characters have sheets",
        "There are {sheets_written} sheets and the limit is {sheets_allowed}.",
        "Write one of those anew.",
    ),
    _C.GMS_OWN: Reason(
        "The GM's characters name no seat",
        "Whoever is played by the GM has no seat on the sheet.",
        "Leave the seat out.",
    ),
    _C.NAMED_TWICE: Reason(
        "A name stands twice",
        "“{entry_name}” stands twice in one list of the sheet.",
        "Give one of the entries another name.",
    ),
    _C.UNKNOWN_PROPOSAL: Reason(
        "No such open proposal",
        "There is no such open proposal.",
        "Only a question that is open can be answered or taken back.",
    ),
    _C.NOT_ASKED: Reason(
        "This seat is not asked",
        "This question was not put to {seat_name}.",
        "Only the seats that were asked may answer.",
    ),
    _C.ALREADY_ANSWERED: Reason(
        "This seat has answered",
        "{seat_name} has given this answer already.",
        "The answer holds; {seat_name} need not give it again.",
    ),
    _C.NOT_THE_PROPOSER: Reason(
        "Only the proposer may take it back",
        "This is {proposer_name}'s proposal to take back.",
        "Only {proposer_name} takes it back. Wait for the answer of {waiting_names}.",
    ),
    _C.TOO_MANY_OPEN: Reason(
        "This seat has too many open proposals",
        "{proposals_open} proposals of this seat are open and the limit is {proposals_allowed}.",
        "Retract one of them, or wait until one is answered.",
    ),
    _C.OTHERS_ONLY: Reason(
        "Only another seat can have this",
        "This goes to another seat, not to {seat_name}'s own.",
        "It can go to another seat only.",
    ),
}
