"""Every reason for which a move can be refused: its stable code, its sentence, the way on."""

from enum import StrEnum

import msgspec


class Code(StrEnum):
    """Stable names of refusals; programs match on these and never on the sentences."""

    # the table
    UNUSABLE_TEXT = "unusable_text"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    OBSERVERS_WATCH = "observers_watch"
    GM_ONLY = "gm_only"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    NO_GM = "no_gm"
    SEAT_LIMIT = "seat_limit"
    UNKNOWN_SEAT = "unknown_seat"
    SEAT_TAKEN = "seat_taken"
    SEAT_NOT_TAKEN = "seat_not_taken"
    BOOSTS_OUT = "boosts_out"
    UNKNOWN_HOUSE_RULE = "unknown_house_rule"
    VALUE_NOT_ALLOWED = "value_not_allowed"
    # agreement
    UNKNOWN_PROPOSAL = "unknown_proposal"
    NOT_ASKED = "not_asked"
    ALREADY_ANSWERED = "already_answered"
    NOT_THE_PROPOSER = "not_the_proposer"
    TOO_MANY_OPEN = "too_many_open"
    # the steps of play
    WRONG_STEP = "wrong_step"
    WRONG_PHASE = "wrong_phase"
    OUT_OF_TURN = "out_of_turn"
    OUT_OF_ORDER = "out_of_order"
    STEPS_LEFT = "steps_left"
    SEATS_OPEN = "seats_open"
    NO_PLAYERS = "no_players"
    UNKNOWN_PREMISE = "unknown_premise"
    # the network
    UNKNOWN_ELEMENT = "unknown_element"
    NOT_A_NODE = "not_a_node"
    ELIMINATED = "eliminated"
    SELF_EDGE = "self_edge"
    SIMILAR = "similar"
    CLOSE = "close"
    WRONG_KIND = "wrong_kind"
    WRONG_DIRECTION = "wrong_direction"
    NOT_JUST_WRITTEN = "not_just_written"
    OWN_ELEMENT = "own_element"
    OWN_CHARACTER = "own_character"
    MARKED_THIS_TURN = "marked_this_turn"
    # characters
    GM_CLAIMS_NONE = "gm_claims_none"
    HAS_CHARACTER = "has_character"
    ALREADY_CLAIMED = "already_claimed"
    NOT_YOUR_PERSON = "not_your_person"
    SAME_THING = "same_thing"
    ALREADY_TIED = "already_tied"
    # changes and tokens
    NOT_ENOUGH_TOKENS = "not_enough_tokens"
    WRONG_PAYMENT = "wrong_payment"
    CLAIMED_CHARACTER = "claimed_character"
    WEAKENED = "weakened"
    NOTHING_TO_REPAIR = "nothing_to_repair"
    DECLARATION_OPEN = "declaration_open"
    UNKNOWN_DECLARATION = "unknown_declaration"
    NOT_THE_MOVER = "not_the_mover"
    UNKNOWN_RESULT = "unknown_result"
    # scenes
    NO_SCENE = "no_scene"
    SCENE_FULL = "scene_full"


class Reason(msgspec.Struct, frozen=True):
    """What a code means; braces name the facts that the sentence is filled with."""

    title: str
    sentence: str
    remedy: str


_C = Code
REASONS: dict[Code, Reason] = {
    _C.UNUSABLE_TEXT: Reason(
        "A text cannot be used",
        "The text of {field} is {fault} ({length} characters, at most {limit}).",
        "Send 1 to {limit} printable characters.",
    ),
    _C.PAUSED: Reason(
        "Play is paused",
        "Somebody has paused play; until the table resumes it only the table's own moves are open.",
        "Propose to resume play, or talk first.",
    ),
    _C.NOT_PAUSED: Reason(
        "Play is not paused", "Play is not paused.", "Nothing needs to be resumed."
    ),
    _C.OBSERVERS_WATCH: Reason(
        "Observers make no moves of play",
        "{name} is an observer and has no say in play.",
        "Observers may pause play and add limits; ask the GM for a player's seat.",
    ),
    _C.GM_ONLY: Reason(
        "Only the GM may do this",
        "Only the GM's seat ({gm}) may do this.",
        "Ask the GM, or propose to hand the GM's seat over.",
    ),
    _C.NOT_STARTED: Reason(
        "The session has not started", "The session has not started.", "Start it first."
    ),
    _C.ALREADY_STARTED: Reason(
        "The session has started", "The session has started already.", "Go on from where it is."
    ),
    _C.NO_GM: Reason(
        "One seat has to be the GM's",
        "There are {gms} GM's seats; there has to be exactly one.",
        "Name exactly one seat of kind gm.",
    ),
    _C.SEAT_LIMIT: Reason(
        "The table is full",
        "There are {seats} seats of this sort and the limit is {limit}.",
        "Remove a seat that nobody took, or agree on a higher seat_limit.",
    ),
    _C.UNKNOWN_SEAT: Reason(
        "No such seat", "There is no seat {seat} at this table.", "Name one of the table's seats."
    ),
    _C.SEAT_TAKEN: Reason(
        "The seat is taken", "Seat {seat} is taken.", "Choose a seat that nobody has taken."
    ),
    _C.SEAT_NOT_TAKEN: Reason(
        "Nobody sits there yet",
        "Nobody has taken seat {seat} yet.",
        "Claim it with its claim code first.",
    ),
    _C.BOOSTS_OUT: Reason(
        "The seat's boost is in play",
        "The bank holds no boost that could go with seat {seat}.",
        "Remove the seat when a boost is back in the bank.",
    ),
    _C.UNKNOWN_HOUSE_RULE: Reason(
        "No such house rule",
        "There is no house rule {house_rule} in this ruleset.",
        "Choose one of those that the ruleset lists.",
    ),
    _C.VALUE_NOT_ALLOWED: Reason(
        "The house rule does not take this value",
        "House rule {house_rule} takes {allowed}, not {value}.",
        "Choose {allowed}.",
    ),
    _C.UNKNOWN_PROPOSAL: Reason(
        "No such open proposal",
        "There is no open proposal {proposal}.",
        "Answer one of the open proposals.",
    ),
    _C.NOT_ASKED: Reason(
        "This seat is not asked",
        "This question was not put to {name}.",
        "Only the seats that were asked may answer.",
    ),
    _C.ALREADY_ANSWERED: Reason(
        "This seat has answered",
        "{name} has given this answer already.",
        "Wait for the others.",
    ),
    _C.NOT_THE_PROPOSER: Reason(
        "Only the proposer may take it back",
        "Proposal {proposal} is {by}'s to take back.",
        "Decline it instead.",
    ),
    _C.TOO_MANY_OPEN: Reason(
        "Too many questions are open",
        "{open} proposals are open and the limit is {limit}.",
        "Answer or take back some of them first.",
    ),
    _C.WRONG_STEP: Reason(
        "Not in this step of play",
        "This belongs to {needed}; play is in {step}.",
        "Wait until play is in {needed}.",
    ),
    _C.WRONG_PHASE: Reason(
        "Not in this phase of Load",
        "This is not done in phase {phase} of Load.",
        "See the options for what this phase asks.",
    ),
    _C.OUT_OF_TURN: Reason(
        "It is another seat's turn", "It is {name}'s turn ({turn}).", "Wait for {name}."
    ),
    _C.OUT_OF_ORDER: Reason(
        "Another step comes first",
        "The next step of this turn is {needed}, not {step}.",
        "Do {needed} first.",
    ),
    _C.STEPS_LEFT: Reason(
        "The turn has steps left",
        "This turn still asks for {needed}.",
        "Do {needed}; a turn ends by itself when its steps are done.",
    ),
    _C.SEATS_OPEN: Reason(
        "Some seats are still empty",
        "Nobody has taken {seats} yet.",
        "Have them claimed, or let the GM remove them.",
    ),
    _C.NO_PLAYERS: Reason(
        "There is no player yet",
        "The table has {players} players; Load needs at least one beside the GM.",
        "Add a player's seat and have it claimed.",
    ),
    _C.UNKNOWN_PREMISE: Reason(
        "No such premise", "There is no agreed premise {premise}.", "Name one of the agreed ones."
    ),
    _C.UNKNOWN_ELEMENT: Reason(
        "No such node or edge",
        "There is no node or edge {element} on this network.",
        "Name one of the network's own elements.",
    ),
    _C.NOT_A_NODE: Reason(
        "An edge stands where a node is needed",
        "{element} is an edge; this needs a node.",
        "Name a node.",
    ),
    _C.ELIMINATED: Reason(
        "It is eliminated",
        "“{label}” ({element}) is eliminated.",
        "Eliminated elements take no part in play any more; choose another.",
    ),
    _C.SELF_EDGE: Reason(
        "An edge needs two nodes",
        "An edge from “{label}” to itself cannot be drawn.",
        "Choose another node for one of its ends.",
    ),
    _C.SIMILAR: Reason(
        "It is on the network already",
        "“{label}” is on the network already as “{there}” ({element}).",
        "Use what is there, or write something that is truly new.",
    ),
    _C.CLOSE: Reason(
        "It is close to something on the network",
        "“{label}” is close to {named}.",
        "Write something else, or send their ids in acknowledges: {elements}.",
    ),
    _C.WRONG_KIND: Reason(
        "Not this kind of node here",
        "A node of kind {kind} is not what is asked here; it may be {allowed}.",
        "Choose one of {allowed}.",
    ),
    _C.WRONG_DIRECTION: Reason(
        "The edge has to start at the new node",
        "In phase {phase} the edge goes from the new node to the other.",
        "Send direction out.",
    ),
    _C.NOT_JUST_WRITTEN: Reason(
        "It was not written in this turn",
        "{element} was not written by this seat in this turn.",
        "Only what was just written may be reworded.",
    ),
    _C.OWN_ELEMENT: Reason(
        "It is one's own",
        "“{label}” ({element}) was written by {name}.",
        "Mark something that somebody else wrote.",
    ),
    _C.OWN_CHARACTER: Reason(
        "It is one's own character",
        "“{label}” ({element}) is {name}'s own character.",
        "Mark something else.",
    ),
    _C.MARKED_THIS_TURN: Reason(
        "It was marked in this turn",
        "“{label}” ({element}) got this turn's other mark.",
        "Mark a different element.",
    ),
    _C.GM_CLAIMS_NONE: Reason(
        "The GM claims no character",
        "The GM plays everyone who is not claimed and claims none.",
        "Write a person instead.",
    ),
    _C.HAS_CHARACTER: Reason(
        "The seat has a character",
        "{name} plays “{label}” ({element}) already.",
        "A seat has at most one character.",
    ),
    _C.ALREADY_CLAIMED: Reason(
        "Somebody plays this character",
        "“{label}” ({element}) is claimed by {name}.",
        "Claim somebody who is free.",
    ),
    _C.NOT_YOUR_PERSON: Reason(
        "Not this seat's to tie",
        "“{label}” ({element}) is not this seat's to tie.",
        "A player ties the own character, the GM a person that nobody claimed.",
    ),
    _C.SAME_THING: Reason(
        "It has to be something else",
        "“{label}” ({element}) cannot be the thing here: {why}.",
        "Choose another node, or write a new one.",
    ),
    _C.ALREADY_TIED: Reason(
        "This one has its thing",
        "“{label}” ({element}) has its #{thing} already.",
        "Tie somebody who has none yet.",
    ),
    _C.NOT_ENOUGH_TOKENS: Reason(
        "Not enough tokens",
        "This costs {needed}; {name} holds {held}.",
        "Earn tokens first, or do something that costs less.",
    ),
    _C.WRONG_PAYMENT: Reason(
        "The payment does not fit the price",
        "The price is {needed}; {offered} does not pay it.",
        "Pay exactly the price; a boost stands in for one story or one development token.",
    ),
    _C.CLAIMED_CHARACTER: Reason(
        "A claimed character cannot be struck",
        "“{label}” ({element}) is {name}'s character.",
        "Talk to {name}, or strike an edge.",
    ),
    _C.WEAKENED: Reason(
        "It is weakened",
        "“{label}” ({element}) has {weakened} ? and cannot be strengthened.",
        "Repair it first.",
    ),
    _C.NOTHING_TO_REPAIR: Reason(
        "There is nothing to repair",
        "“{label}” ({element}) has no ?.",
        "Only a weakened element can be repaired.",
    ),
    _C.DECLARATION_OPEN: Reason(
        "An own declaration is open",
        "{name} has declaration {declaration} open.",
        "Wait for its consent, or withdraw it.",
    ),
    _C.UNKNOWN_DECLARATION: Reason(
        "No such open declaration",
        "There is no open declaration {declaration}.",
        "Name one of the open declarations.",
    ),
    _C.NOT_THE_MOVER: Reason(
        "It is another seat's declaration",
        "Declaration {declaration} is {name}'s.",
        "Object to it, or consent.",
    ),
    _C.UNKNOWN_RESULT: Reason(
        "No earlier action wrote this",
        "{reference} does not name what an earlier action of this declaration writes.",
        "Name an element's id, or a1.node, a1.edge for what action 1 writes.",
    ),
    _C.NO_SCENE: Reason(
        "No scene is under way", "No scene is under way.", "The GM frames a scene first."
    ),
    _C.SCENE_FULL: Reason(
        "The scene has enough details",
        "The camera has seen {seen} additions to this scene and the limit is {limit}.",
        "Let the GM frame another scene.",
    ),
}
"""A test requires every code here; the sentence's braces are the refusal's facts."""
