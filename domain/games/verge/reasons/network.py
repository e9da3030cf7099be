"""Why something cannot stand on the network, or be somebody's character."""

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
        "“{label}” is an edge; this needs a node.",
        "Only a node can be named here.",
    ),
    Own.ELIMINATED: Reason(
        "It is eliminated",
        "“{label}” is eliminated.",
        "What is eliminated takes no part in play any more.",
    ),
    Own.SELF_EDGE: Reason(
        "An edge needs two nodes",
        "An edge from “{label}” to itself cannot be drawn.",
        "Choose another node for one of its ends.",
    ),
    Own.SIMILAR: Reason(
        "It is on the network already",
        "“{label}” is on the network already as “{there}”.",
        "Use what is there, or write something that is truly new.",
    ),
    Own.CLOSE: Reason(
        "It is close to something on the network",
        "“{label}” is close to {named}.",
        "Write something else, or send it again and acknowledge {named}.",
    ),
    Own.WRONG_KIND: Reason(
        "Not this kind of node here",
        "A node of kind {kind} is not what is asked here; it may be {allowed}.",
        "Write a node of one of these kinds: {allowed}.",
    ),
    Own.WRONG_DIRECTION: Reason(
        "The edge has to start at the new node",
        "In phase {phase} the edge goes from the new node to the other.",
        "Let the edge go out from the new node (direction: out).",
    ),
    Own.NOT_JUST_WRITTEN: Reason(
        "It was not written in this turn",
        "“{label}” was not written by this seat in this turn.",
        "Only what was just written may be reworded.",
    ),
    Own.OWN_ELEMENT: Reason(
        "It is one's own",
        "“{label}” was written by {name}.",
        "Mark something that somebody else wrote.",
    ),
    Own.OWN_CHARACTER: Reason(
        "It is one's own character",
        "“{label}” is {name}'s own character.",
        "Mark something else.",
    ),
    Own.MARKED_THIS_TURN: Reason(
        "It was marked in this turn",
        "“{label}” got this turn's other mark.",
        "Mark a different element.",
    ),
    Own.GM_CLAIMS_NONE: Reason(
        "The GM claims no character",
        "The GM plays everyone who is not claimed and claims none.",
        "Only players claim characters.",
    ),
    Own.HAS_CHARACTER: Reason(
        "The seat has a character",
        "{name} plays “{label}” already.",
        "A seat has at most one character.",
    ),
    Own.ALREADY_CLAIMED: Reason(
        "Somebody plays this character",
        "“{label}” is claimed by {name}.",
        "Only somebody whom nobody has claimed can be claimed.",
    ),
    Own.NOT_YOUR_PERSON: Reason(
        "Not this seat's to tie",
        "“{label}” is not this seat's to tie.",
        "A player ties the own character, the GM a person that nobody claimed.",
    ),
    Own.SAME_THING: Reason(
        "It has to be something else",
        "“{label}” cannot be the thing here: {why}.",
        "Choose another node, or write a new one.",
    ),
    Own.ALREADY_TIED: Reason(
        "This one has its thing",
        "“{label}” has its #{thing} already.",
        "Tie somebody who has none yet.",
    ),
}
