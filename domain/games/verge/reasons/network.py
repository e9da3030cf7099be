"""Refusals of elements in the network and of characters."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class NetworkCodes(Codes):
    """The codes about nodes and edges."""

    UNKNOWN_ELEMENT = ReasonCode(
        "unknown_element",
        "No such node or edge",
        "There is no such node or edge on this network.",
        "Only what stands on the network can be named.",
    )
    NOT_A_NODE = ReasonCode(
        "not_a_node",
        "An edge stands where a node is needed",
        "“{element_label}” is an edge; this needs a node.",
        "Only a node can be named here.",
    )
    ELIMINATED = ReasonCode(
        "eliminated",
        "It is eliminated",
        "“{element_label}” is eliminated.",
        "What is eliminated takes no part in play any more.",
    )
    SELF_EDGE = ReasonCode(
        "self_edge",
        "An edge needs two nodes",
        "An edge from “{element_label}” to itself cannot be drawn.",
        "Choose another node for one of its ends.",
    )
    SIMILAR = ReasonCode(
        "similar",
        "It is on the network already",
        "“{element_label}” is on the network already as “{existing_label}”.",
        "Use what is there, or write something that is truly new.",
    )
    CLOSE = ReasonCode(
        "close",
        "It is close to something on the network",
        "“{element_label}” is close to {close_labels}.",
        "Write something else, or send it again and acknowledge {close_labels}.",
    )
    WRONG_KIND = ReasonCode(
        "wrong_kind",
        "Not this kind of node here",
        "A node of kind {node_kind} is not what is asked here; it may be {node_kinds_allowed}.",
        "Write a node of one of these kinds: {node_kinds_allowed}.",
    )
    WRONG_DIRECTION = ReasonCode(
        "wrong_direction",
        "The edge has to start at the new node",
        "In phase {load_phase} the edge goes from the new node to the other.",
        "Let the edge go out from the new node (direction: out).",
    )
    NOT_JUST_WRITTEN = ReasonCode(
        "not_just_written",
        "It was not written in this turn",
        "“{element_label}” was not written by this seat in this turn.",
        "Only what was just written may be reworded.",
    )
    OWN_ELEMENT = ReasonCode(
        "own_element",
        "It is one's own",
        "“{element_label}” was written by {seat_name}.",
        "Mark something that somebody else wrote.",
    )
    OWN_CHARACTER = ReasonCode(
        "own_character",
        "It is one's own character",
        "“{element_label}” is {seat_name}'s own character.",
        "Mark something else.",
    )
    MARKED_THIS_TURN = ReasonCode(
        "marked_this_turn",
        "It was marked in this turn",
        "“{element_label}” got this turn's other mark.",
        "Mark a different element.",
    )
    GM_CLAIMS_NONE = ReasonCode(
        "gm_claims_none",
        "The GM claims no character",
        "The GM plays everyone who is not claimed and claims none.",
        "Only players claim characters.",
    )
    HAS_CHARACTER = ReasonCode(
        "has_character",
        "The seat has a character",
        "{seat_name} plays “{element_label}” already.",
        "A seat has at most one character.",
    )
    ALREADY_CLAIMED = ReasonCode(
        "already_claimed",
        "Somebody plays this character",
        "“{element_label}” is claimed by {seat_name}.",
        "Only somebody whom nobody has claimed can be claimed.",
    )
    NOT_YOUR_PERSON = ReasonCode(
        "not_your_person",
        "Not this seat's to tie",
        "“{element_label}” is not this seat's to tie.",
        "A player ties the own character, the GM a person that nobody claimed.",
    )
    SAME_THING = ReasonCode(
        "same_thing",
        "It has to be something else",
        "“{element_label}” cannot be the thing here: {hindrance_in_words}.",
        "Choose another node, or write a new one.",
    )
    ALREADY_TIED = ReasonCode(
        "already_tied",
        "This one has its thing",
        "“{element_label}” has its #{thing_number} already.",
        "Tie somebody who has none yet.",
    )
