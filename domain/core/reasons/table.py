"""Refusals of the table's own moves: seats, house rules, pauses, agreement."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class TableCodes(Codes):
    """The codes about the table and its seats."""

    UNUSABLE_TEXT = ReasonCode(
        "unusable_text",
        "A text cannot be used",
        "The text of {field} is {text_fault_in_words}. Its length is {text_characters}, and the limit is {text_characters_allowed} characters.",
        "Send 1 to {text_characters_allowed} printable characters.",
    )
    PAUSED = ReasonCode(
        "paused",
        "Play is paused",
        "Somebody has paused play. Until the table resumes play, only the table's own moves are possible.",
        "Talk first. Wait until a player or the {gm_title} proposes to resume play.",
        ways={
            "resume_play": "Talk first. Then propose `resume_play`.",
        },
    )
    NOT_PAUSED = ReasonCode(
        "not_paused",
        "Play is not paused",
        "Play is not paused.",
        "Go on playing: there is no pause to end.",
    )
    CLOSED = ReasonCode(
        "closed",
        "The session is closed",
        "The table has agreed to close the session. No move is possible until the table agrees to open it again.",
        "Wait until a player or the {gm_title} opens the session again.",
        ways={
            "choose_house_rule": "Propose `choose_house_rule` with `session`: `open`. To continue separately, fork the session.",
        },
    )
    OBSERVERS_WATCH = ReasonCode(
        "observers_watch",
        "Observers make no moves of play",
        "{seat_name} is an observer and does not play.",
        "Take the seat of a player if you want to play.",
        ways={
            "add_limit": "Use `add_limit` to name a subject that stays out of play. To play, take the seat of a player.",
        },
    )
    GM_ONLY = ReasonCode(
        "gm_only",
        "This move belongs to another seat",
        "Only the {gm_title} may do this, and the {gm_title} is {gm_name}.",
        "Leave it to {gm_name}.",
    )
    GM_AWAY = ReasonCode(
        "gm_away",
        "A seat that is needed is empty",
        "Only the {gm_title} may do this, and nobody sits in the {gm_title}'s seat.",
        "Have somebody take that seat with its claim code.",
        ways={
            "hand_over_gm": "Have somebody take that seat with its claim code, or propose `hand_over_gm`.",
        },
    )
    NOTHING_DUE = ReasonCode(
        "nothing_due",
        "Nothing is due",
        "No automatic event is due now.",
        "Wait until the next deadline passes.",
    )
    NOT_STARTED = ReasonCode(
        "not_started",
        "The session has not started",
        "The session has not started.",
        "Start the session first.",
    )
    ALREADY_STARTED = ReasonCode(
        "already_started",
        "The session has started",
        "The session has started already.",
        "Go on with the session as it is.",
    )
    NO_GM = ReasonCode(
        "no_gm",
        "The table needs exactly one GM",
        "There are {gm_seats} seats for the GM, and there has to be exactly one.",
        "Name exactly one seat of kind gm.",
    )
    SEAT_LIMIT = ReasonCode(
        "seat_limit",
        "The table is full",
        "There are {seats_at_table} seats of this kind, and the limit is {seats_allowed}.",
        "Go on with these seats, or remove an empty seat first. The house rule `seat_limit` says how many seats can play.",
    )
    UNKNOWN_SEAT = ReasonCode(
        "unknown_seat",
        "No such seat",
        "There is no such seat at this table.",
        "Name one of the seats of this table. The state of the session lists them.",
    )
    SEAT_TAKEN = ReasonCode(
        "seat_taken",
        "The seat is taken",
        "{seat_name} sits there.",
        "Choose an empty seat, or wait until this one is empty.",
    )
    SEAT_NOT_TAKEN = ReasonCode(
        "seat_not_taken",
        "Nobody sits there",
        "Nobody sits in {seat_name}'s seat now.",
        "Have somebody take it with its claim code first.",
    )
    NAME_TAKEN = ReasonCode(
        "name_taken",
        "Another seat has this name",
        "“{wanted_name}” cannot be distinguished from “{seat_name}”, the name of another seat.",
        "Choose a name that no other seat of the table has, such as “{free_name}”.",
    )
    NAME_UNCHANGED = ReasonCode(
        "name_unchanged",
        "The seat has this name already",
        "This seat is called {seat_name} already.",
        "Keep the name, or choose another one.",
    )
    LAST_SEAT = ReasonCode(
        "last_seat",
        "The last player cannot leave",
        "{seat_name} has the last seat that plays.",
        "Wait until somebody else takes a seat that plays.",
    )
    NOT_ALONE = ReasonCode(
        "not_alone",
        "Two other seats must be taken first",
        "Two other seats have to be taken before {seat_name}'s seat can be emptied.",
        "Wait until another seat is taken, or go on without this person.",
    )
    UNKNOWN_HOUSE_RULE = ReasonCode(
        "unknown_house_rule",
        "No such house rule",
        "There is no house rule {house_rule} in this ruleset.",
        "Wait until the table can choose a house rule again.",
        ways={
            "choose_house_rule": "Propose `choose_house_rule` with a house rule of this game. The ruleset lists them.",
        },
    )
    VALUE_NOT_ALLOWED = ReasonCode(
        "value_not_allowed",
        "The house rule does not take this value",
        "House rule {house_rule} takes {values_allowed_in_words}, not {value_given}.",
        "Choose {values_allowed_in_words}.",
    )
    UNKNOWN_CHARACTER = ReasonCode(
        "unknown_character",
        "No such character",
        "There is no such character.",
        "Name a character that has a sheet, or have a sheet written first.",
    )
    TOO_MANY_CHARACTERS = ReasonCode(
        "too_many_characters",
        "Too many characters have sheets",
        "There are {sheets_written} sheets and the limit is {sheets_allowed}.",
        "Write one of these sheets again instead of a new one.",
    )
    GMS_OWN = ReasonCode(
        "gms_own",
        "This sheet must not name a seat",
        "The sheet of a character that the {gm_title} plays must not name a seat.",
        "Leave out the seat.",
    )
    NAMED_TWICE = ReasonCode(
        "named_twice",
        "Two entries have the same name",
        "One list of the sheet has two entries “{entry_name}”.",
        "Give one of the entries another name.",
    )
    UNKNOWN_PROPOSAL = ReasonCode(
        "unknown_proposal",
        "No such open proposal",
        "There is no such open proposal.",
        "Name a proposal that is open, or propose it again.",
    )
    NOT_ASKED = ReasonCode(
        "not_asked",
        "This question is not for this seat",
        "This question was not put to {seat_name}.",
        "Leave the answer to the seats that were asked.",
    )
    ALREADY_ANSWERED = ReasonCode(
        "already_answered",
        "This seat has answered",
        "{seat_name} has given this answer already.",
        "Leave the answer as it is. Play waits for this: {pending_in_words}.",
    )
    NOT_THE_PROPOSER = ReasonCode(
        "not_the_proposer",
        "Only the proposer can take a proposal back",
        "{proposer_name} made this proposal.",
        "Wait for the answer of {waiting_names}, or leave it to {proposer_name} to take the proposal back.",
    )
    TOO_MANY_OPEN = ReasonCode(
        "too_many_open",
        "This seat has too many open proposals",
        "{proposals_open} proposals of this seat are open and the limit is {proposals_allowed}.",
        "Wait until one of them is answered.",
        ways={
            "retract": "Take one of them back with `retract`, or wait until one is answered.",
        },
    )
    OTHERS_ONLY = ReasonCode(
        "others_only",
        "This is only possible for another seat",
        "This is possible for another seat, but not for the seat of {seat_name}.",
        "Choose another seat.",
    )
