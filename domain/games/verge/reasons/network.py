"""Refusals of elements in the network and of characters."""

from verger.domain.core.reason import Reason
from verger.domain.games.verge.reason import Code as Own

REASONS: dict[Own, Reason] = {
    Own.UNKNOWN_ELEMENT: Reason(
        "No such node or edge",
        "There is no such node or edge on this network.",
        "Only what stands on the network can be named.",
    ),
    Own.NOT_A_NODE: Reason(
        "An edge stands where a node is needed",
        "“{element_label}” is an edge; this needs a node.",
        "Only a node can be named here.",
    ),
    Own.ELIMINATED: Reason(
        "It is eliminated",
        "“{element_label}” is eliminated.",
        "What is eliminated takes no part in play any more.",
    ),
    Own.SELF_EDGE: Reason(
        "An edge needs two nodes",
        "An edge from “{element_label}” to itself cannot be drawn.",
        "Choose another node for one of its ends.",
    ),
    Own.SIMILAR: Reason(
        "It is on the network already",
        "“{element_label}” is on the network already as “{existing_label}”.",
        "Use what is there, or write something that is truly new.",
    ),
    Own.CLOSE: Reason(
        "It is close to something on the network",
        "“{element_label}” is close to {close_labels}.",
        "Write something else, or send it again and acknowledge {close_labels}.",
    ),
    Own.WRONG_KIND: Reason(
        "Not this kind of node here",
        "A node of kind {node_kind} is not what is asked here; it may be {node_kinds_allowed}.",
        "Write a node of one of these kinds: {node_kinds_allowed}.",
    ),
    Own.WRONG_DIRECTION: Reason(
        "The edge has to start at the new node",
        "In phase {load_phase} the edge goes from the new node to the other.",
        "Let the edge go out from the new node (direction: out).",
    ),
    Own.NOT_JUST_WRITTEN: Reason(
        "It was not written in this turn",
        "“{element_label}” was not written by this seat in this turn.",
        "Only what was just written may be reworded.",
    ),
    Own.OWN_ELEMENT: Reason(
        "It is one's own",
        "“{element_label}” was written by {seat_name}.",
        "Mark something that somebody else wrote.",
    ),
    Own.OWN_CHARACTER: Reason(
        "It is one's own character",
        "“{element_label}” is {seat_name}'s own character.",
        "Mark something else.",
    ),
    Own.MARKED_THIS_TURN: Reason(
        "It was marked in this turn",
        "“{element_label}” got this turn's other mark.",
        "Mark a different element.",
    ),
    Own.GM_CLAIMS_NONE: Reason(
        "The GM claims no character",
        "The GM plays everyone who is not claimed and claims none.",
        "Only players claim characters.",
    ),
    Own.HAS_CHARACTER: Reason(
        "The seat has a character",
        "{seat_name} plays “{element_label}” already.",
        "A seat has at most one character.",
    ),
    Own.ALREADY_CLAIMED: Reason(
        "Somebody plays this character",
        "“{element_label}” is claimed by {seat_name}.",
        "Only somebody whom nobody has claimed can be claimed.",
    ),
    Own.NOT_YOUR_PERSON: Reason(
        "Not this seat's to tie",
        "“{element_label}” is not this seat's to tie.",
        "A player ties the own character, the GM a person that nobody claimed.",
    ),
    Own.SAME_THING: Reason(
        "It has to be something else",
        "“{element_label}” cannot be the thing here: {hindrance_in_words}.",
        "Choose another node, or write a new one.",
    ),
    Own.ALREADY_TIED: Reason(
        "This one has its thing",
        "“{element_label}” has its #{thing_number} already.",
        "Tie somebody who has none yet.",
    ),
}
