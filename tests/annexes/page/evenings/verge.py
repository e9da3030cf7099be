"""Low Tide: the demonstration's Compile and Load by hand, and then an evening in Run."""

from collections.abc import Iterator
from typing import Any

from tests.annexes.page.hand import Fields
from tests.annexes.page.playing import Playing
from tests.annexes.page.table import NAMES
from verger.service import demo

GAME = "Verge"
WORDS = {
    "agree": "Agree",
    "add_limit": "Set a limit",
    "write_node": "Write a node",
    "write_edge": "Write an edge",
    "mark": "Mark an element",
    "claim": "Claim a character",
    "choose_loss": "Choose the loss",
    "frame": "Frame a scene",
    "add_to_camera": "Add to the camera",
    "declare": "Declare changes",
    "consent": "Consent",
}
SUBJECTS = {
    "adopt_premise": "Adopt a premise",
    "finish_compile": "Go on to Load",
    "accept_network": "Accept the network",
}
ABOUT = {"mark": "element", "write_edge": "other", "claim": "node", "choose_loss": "edge"}
"""The field that names the element of a move."""
FIELDS = {
    "text": "In words",
    "element": "Element",
    "other": "To",
    "node": "Who",
    "camera": "Describe what the camera shows",
    "place": "Where",
    "present": "Nodes in the scene",
    "notice": "First notice of loss of",
    "edge": "Edge to lose",
    "overview": "Say what you are after",
}


ON: tuple[tuple[str, Fields], ...] = (
    ("Stand aside", {}),
    ("Narrate", {"Describe what happens": "The bell swings."}),
    ("Stop the conflict", {}),
    ("Say nothing more", {}),
    ("Roll for development", {}),
)
"""The moves that bring a conflict or a narration in Run to its end. The first legal one is made."""


def play(table: Playing) -> None:
    """Play from an empty table to the end of the evening."""
    table.starts(GAME, "Low Tide", *NAMES.values())
    for name, called, fields, at in wishes():
        table.fills(name, called, fields, at=at)
    in_run(table)


def in_run(table: Playing) -> None:
    """Play on after the demonstration: changes, a move that is taken back, a conflict, a new scene."""
    for name, edge in (("Bo", "keeps"), ("Cy", "is haunted by")):
        table.fills(name, "Choose the loss", {"Edge to lose": edge}, at=edge)
    told = {"Describe what happens": "He saw the second set of numbers.", "Label": "suspects"}
    declares(table, "Cy", {"Kind": "Connect", **told}, at="Old Tobiah", onto="Ines Vale")
    told = {
        "Describe what happens": "A kite with a lamp.",
        "Label": "The Lamp Kite",
        "Edge's label": "lights",
    }
    change = {"Kind": "Create", **told, "Joined to": "Night Market"}
    declares(table, "Dee", change, at="Night Market")
    before = str(table.head - len(NAMES))
    table.does("Dee", "Go back", back_to_version=before)
    table.all_answer("Agree")
    conflict(table)
    scene = {"Describe what the camera shows": "Dry sand, and a hull.", "Where": "The flats"}
    table.fills("Ann", "Frame a scene", {**scene, "First notice of loss of": "Bo"})


def declares(table: Playing, name: str, change: Fields, *, at: str, onto: str = "") -> None:
    """Declare a change at an element of the picture, perhaps by dragging it onto another. All others consent."""
    kind = change["Kind"]
    table.fills(name, "Declare changes", {"Changes": [change]}, at=at, onto=onto, item=kind)
    table.all_answer("Consent")


def conflict(table: Playing) -> None:
    """Wren wants out of her debt, and the Market wants her in it."""
    table.does("Dee", "Call a conflict", reason="I owe nobody anything.")
    goal = {"Say what you fight for": "The debt is void", "About": "Night Market"}
    table.fills("Dee", "Join with a goal", {"With": "Wren", "Goal": goal})
    goal = {"Say what you fight for": "She pays", "About": "Wren"}
    table.fills("Ann", "Join with a goal", {"With": "Night Market", "Goal": goal})
    table.goes_on(ON[:1])
    for name in ("Dee", "Ann"):
        # The form has already chosen the best path.
        table.fills(name, "Roll", {"How you go about it": "Face to face."})
    table.goes_on(ON)


def wishes() -> Iterator[tuple[str, str, Fields, str]]:
    """Yield the moves of the demonstration in the words of the page, each with the element that it is about."""
    book = _Book()
    for seat, move in demo.evening():
        fields = {name: value for name, value in move.items() if name != "move"}
        at = book.names.get(fields.get(ABOUT.get(move["move"], ""), ""), "")
        yield NAMES[seat], *book.wish(move["move"], fields), at


class _Book:
    """Knows the names of all elements so far, and translates moves into words of the page."""

    def __init__(self) -> None:
        self.names = dict(NAMES)
        self.nodes = self.edges = 0
        self.claimed: set[str] = set()

    def wish(self, move: str, fields: dict[str, Any]) -> tuple[str, Fields]:
        told = self._words(move, fields)
        if move in ("write_node", "write_edge"):
            self._writes("n" if move == "write_node" else "e", fields["label"])
        if move == "tie":
            if isinstance(fields["thing"], dict):
                self._writes("n", fields["thing"]["label"])
            self._writes("e", fields["label"])
        return told

    def _writes(self, kind: str, label: str) -> None:
        counted = "nodes" if kind == "n" else "edges"
        number = getattr(self, counted) + 1
        setattr(self, counted, number)
        self.names[f"{kind}{number}"] = label

    def _words(self, move: str, fields: dict[str, Any]) -> tuple[str, Fields]:
        match move, fields:
            case "propose", {"subject": subject}:
                more = {name: value for name, value in subject.items() if name != "subject"}
                inner = {"Subject": self._named(more)} if more else {}
                return f"Propose: {SUBJECTS[subject['subject']]}", inner
            case (("agree" | "consent"), _):
                return WORDS[move], {}
            case "tie", {"thing": thing}:
                what = "something new" if isinstance(thing, dict) else "an existing thing"
                person = fields.pop("person")
                # The GM can tie each of several persons. The form's name contains the person.
                whose = "" if person in self.claimed else f" “{self.names[person]}”:"
                return f"Tie{whose} {what}", self._named(fields)
            case "claim", {"node": node}:
                self.claimed.add(node)
                return WORDS[move], self._named(fields)
            case "add_limit", _:
                return WORDS[move], {"Kind": fields["kind"], "Say what it is": fields["text"]}
            case "add_to_camera", _:
                return WORDS[move], {"Describe what comes up": fields["text"]}
            case "declare", {"overview": overview, "actions": [action]}:
                return WORDS[move], {
                    "Say what you are after": overview,
                    "Changes": [self._change(action)],
                }
            case _:
                return WORDS[move], self._named(fields)

    def _change(self, action: dict[str, Any]) -> Fields:
        return {
            "Kind": action["action"],
            "Describe what happens": action["narration"],
            "Label": action["label"],
            "Edge's label": action["edge"],
            "Joined to": self.names[action["other"]],
        }

    def _named(self, fields: dict[str, Any]) -> Fields:
        return {
            FIELDS.get(name, name.capitalize()): self._value(value)
            for name, value in fields.items()
        }

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return self._named(value)
        if isinstance(value, list):
            return [self._value(one) for one in value]
        return self.names.get(value, value)
