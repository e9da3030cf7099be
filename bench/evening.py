"""The moves of a table with two seats up to Run, and moves that it can then repeat for ever."""

import itertools
from collections.abc import Iterator
from typing import Any

Move = dict[str, Any]

GM, PLAYER = "s1", "s2"


def opening() -> Iterator[tuple[str, Move]]:
    """Return the moves from Compile through Load to the start of Run, each with its seat."""
    yield GM, {"move": "propose", "subject": {"subject": "finish_compile"}}
    yield PLAYER, {"move": "agree", "proposal": "p1"}
    yield from ((GM, _node("Rain")), (PLAYER, _node("Debt")))
    yield from ((GM, _node("Harbour Watch")), (GM, _edge("guards", "n2")), (GM, _mark("n2")))
    yield GM, {"move": "end_turn"}
    yield from ((PLAYER, _node("Lantern Bank")), (PLAYER, _edge("prices", "n1")))
    yield from ((PLAYER, _mark("n1")), (PLAYER, _mark("n3")))
    for seat, name, other in ((GM, "Old Marrow", "n3"), (PLAYER, "Ines Vale", "n4")):
        yield seat, _node(name)
        yield seat, _edge("answers to", other)
        yield from _two_marks(seat)
    yield from ((GM, _node("Tall Jory")), (GM, _edge("hunts", "n1")), *_two_marks(GM))
    yield from ((PLAYER, {"move": "claim", "node": "n6"}), *_two_marks(PLAYER))
    yield from _things()
    yield GM, {"move": "propose", "subject": {"subject": "accept_network"}}
    yield PLAYER, {"move": "agree", "proposal": "p2"}
    yield from _notice()


def _things() -> Iterator[tuple[str, Move]]:
    """Tie the GM's persons to the GM's elements, and the player's character to some of them."""
    yield GM, _tie("n5", {"label": "A quiet berth"}, "wants")
    yield from _two_marks(GM)
    yield PLAYER, _tie("n6", "n1", "listens to")
    yield from _two_marks(PLAYER)
    yield GM, _tie("n5", {"label": "The tide tables"}, "keeps")
    yield from _two_marks(GM)
    yield PLAYER, _tie("n6", "n3", "owes")
    yield from _two_marks(PLAYER)


def _two_marks(seat: str) -> Iterator[tuple[str, Move]]:
    for element in ("n2", "n4") if seat == GM else ("n1", "n3"):
        yield seat, _mark(element)


def _node(label: str) -> Move:
    return {"move": "write_node", "label": label}


def _edge(label: str, other: str) -> Move:
    return {"move": "write_edge", "label": label, "other": other}


def _mark(element: str) -> Move:
    return {"move": "mark", "element": element, "mark": "!"}


def _tie(person: str, thing: str | Move, label: str) -> Move:
    return {"move": "tie", "person": person, "thing": thing, "label": label}


ROUND = 6
"""The number of moves in a round."""

FIRST_PROPOSAL = 3
"""The id of the first proposal after the opening, as a number."""


def _notice() -> Iterator[tuple[str, Move]]:
    """Play the player's first notice of loss, which comes before ordinary scenes."""
    yield PLAYER, {"move": "choose_loss", "edge": "e7"}
    yield GM, {"move": "frame", "camera": "A door ajar.", "place": "The bank", "notice": PLAYER}
    yield GM, {"move": "call_conflict", "reason": "It is gone.", "notice": True}
    goal = {"statement": "It is lost.", "target": "n1"}
    yield GM, {"move": "join_conflict", "node": "n5", "goal": goal}
    yield PLAYER, {"move": "stand_aside"}
    yield GM, {"move": "end_scene"}


def rounds(first: int = FIRST_PROPOSAL) -> Iterator[tuple[str, Move]]:
    """Yield rounds of Run without end. Each round has moves of every kind that tables make in Run."""
    for proposal in itertools.count(first):
        yield GM, {"move": "frame", "camera": "Rain on the quay.", "place": "The old quay"}
        yield PLAYER, {"move": "add_to_camera", "text": "A lantern goes out."}
        yield from changes()
        text = {"subject": "adopt_premise", "aspect": "tone", "text": "Quiet, until it is not."}
        yield GM, {"move": "propose", "subject": text}
        yield PLAYER, {"move": "decline", "proposal": f"p{proposal}"}


def changes() -> tuple[tuple[str, Move], tuple[str, Move]]:
    """Return two declared changes that nobody may object to. Each one earns the price of the other.

    The GM strengthens an element of the player, and the player an element of the GM. So these two can be repeated for ever.
    """
    return (GM, _strengthen("n2")), (PLAYER, _strengthen("n1"))


def _strengthen(element: str) -> Move:
    action = {"action": "strengthen", "element": element, "narration": "It rains on the harbour."}
    return {"move": "declare", "overview": "The rain goes on.", "actions": [action]}
