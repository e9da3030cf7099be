"""Refusals of elements in the network and of characters."""

from verger.domain.core.refusal_code import Codes, ReasonCode


class NetworkCodes(Codes):
    """The codes about nodes and edges."""

    UNKNOWN_ELEMENT = ReasonCode(
        "unknown_element",
        "No such node or edge",
        "There is no such node or edge on this network.",
        "Name an element that stands on the network.",
    )
    NOT_A_NODE = ReasonCode(
        "not_a_node",
        "An edge was named instead of a node",
        "“{element_label}” is an edge, and this move needs a node.",
        "Name a node instead.",
    )
    ELIMINATED = ReasonCode(
        "eliminated",
        "The element is eliminated",
        "“{element_label}” is eliminated.",
        "Choose an element that takes part in play, or leave this one as it is.",
    )
    SELF_EDGE = ReasonCode(
        "self_edge",
        "An edge needs two nodes",
        "An edge from “{element_label}” to itself cannot be drawn.",
        "Choose another node for one of its ends.",
    )
    SIMILAR = ReasonCode(
        "similar",
        "The element is on the network already",
        "“{element_label}” is on the network already as “{existing_label}”.",
        "Use the element that is there, or write something that is truly new.",
    )
    CLOSE = ReasonCode(
        "close",
        "The label is close to another one",
        "“{element_label}” is close to {close_labels}.",
        "Write something else, or send it again and acknowledge {close_labels}.",
    )
    WRONG_KIND = ReasonCode(
        "wrong_kind",
        "The node has the wrong kind",
        "A node of kind {node_kind} is not possible here.",
        "Use a node of one of these kinds: {node_kinds_allowed}.",
    )
    WRONG_DIRECTION = ReasonCode(
        "wrong_direction",
        "The edge has to start at the new node",
        "In phase {load_phase} of Load, the edge goes from the new node to the other node.",
        "Let the edge go out from the new node (direction: out).",
    )
    NOT_JUST_WRITTEN = ReasonCode(
        "not_just_written",
        "The element is not from this turn",
        "“{element_label}” was not written by this seat in this turn.",
        "Choose an element that you wrote in this turn, or leave this one as it is.",
    )
    OWN_ELEMENT = ReasonCode(
        "own_element",
        "The seat wrote this element",
        "“{element_label}” was written by {seat_name}.",
        "Mark something that somebody else wrote.",
    )
    OWN_CHARACTER = ReasonCode(
        "own_character",
        "This is the seat's own character",
        "“{element_label}” is {seat_name}'s own character.",
        "Mark something else.",
    )
    MARKED_THIS_TURN = ReasonCode(
        "marked_this_turn",
        "The element was marked in this turn",
        "“{element_label}” already has a mark from this turn.",
        "Mark a different element.",
    )
    GM_CLAIMS_NONE = ReasonCode(
        "gm_claims_none",
        "The GM claims no character",
        "The GM plays all unclaimed characters and claims none.",
        "Leave claims to the players.",
    )
    HAS_CHARACTER = ReasonCode(
        "has_character",
        "The seat has a character",
        "{seat_name} plays “{element_label}” already.",
        "Go on with this character.",
    )
    ALREADY_CLAIMED = ReasonCode(
        "already_claimed",
        "Somebody plays this character",
        "“{element_label}” is claimed by {seat_name}.",
        "Claim a character that nobody has claimed.",
    )
    NOT_YOUR_PERSON = ReasonCode(
        "not_your_person",
        "The seat cannot tie this node",
        "This seat cannot tie “{element_label}” to a thing.",
        "Tie your own character, or as the GM a person that nobody claimed.",
    )
    SAME_THING = ReasonCode(
        "same_thing",
        "Another thing is needed",
        "“{element_label}” cannot be the thing here: {hindrance_in_words}.",
        "Choose another node, or write a new one.",
    )
    ALREADY_TIED = ReasonCode(
        "already_tied",
        "The character has this thing already",
        "“{element_label}” has its thing #{thing_number} already.",
        "Tie a character that has no thing #{thing_number} yet.",
    )
