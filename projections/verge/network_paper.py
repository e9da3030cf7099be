"""The sizes of a network's elements: labels in lines, with power and names."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from verger.domain.games.verge.effects import CashedOut, RunStarted, SceneFramed, TurnStarted
from verger.domain.games.verge.model.mark import Marks
from verger.domain.games.verge.model.network import (
    CharacterClaimed,
    Edge,
    EdgeAdded,
    ElementId,
    NetworkScrapped,
    Node,
    NodeAdded,
    NodeKind,
    Relabelled,
)
from verger.domain.games.verge.state import State
from verger.projections.picture.entry import Box, Entry, Tidy, Tie
from verger.projections.picture.lettering import Lines, width, wrapped
from verger.projections.picture.shape import sized
from verger.projections.picture.written import NEW_SHEET

NODE_FONT, EDGE_FONT = 14, 12
NODE_LINE, EDGE_LINE, SEAT_LINE = 18, 15, 15
NODE_LEAST, NODE_MOST = 6.0, 12.0
EDGE_LEAST, EDGE_MOST = 6.0, 11.0
"""The width of lines, in ems."""
RING = 5
"""The distance of a character's ring from its shape."""
_POWER = " 88"
"""A text that reserves space for a power of two digits."""


def node_lines(label: str) -> Lines:
    """Return a node's label in lines."""
    return wrapped(label, NODE_LEAST, NODE_MOST)


def edge_lines(label: str) -> Lines:
    """Return an edge's label in lines."""
    return wrapped(label, EDGE_LEAST, EDGE_MOST)


def power_shown(marks: Marks) -> str:
    """Return an element's power as it is drawn after its label; "" if it has no marks."""
    return f" {marks.power}".replace("-", "\N{MINUS SIGN}") if marks.written else ""


class NetworkReader:
    """Reads the boxes and ties of a network from the effects of Verge."""

    tags: ClassVar[tuple[str, ...]] = (
        "node_added",
        "edge_added",
        "relabelled",
        "network_scrapped",
        "character_claimed",
        "turn_started",
        "cashed_out",
        "run_started",
        "scene_framed",
    )
    """The effects that it reads."""

    def __init__(self) -> None:
        self._labels: dict[ElementId, str] = {}
        self._ends: dict[ElementId, tuple[str, str]] = {}
        self._kinds: dict[ElementId, NodeKind | None] = {}
        self._played: set[ElementId] = set()
        self._phase = 0
        """The number of the current phase of Load."""

    def read(self, effect: Any) -> Iterable[Entry | str]:
        """Return the entries that an effect adds."""
        match effect:
            case NodeAdded(node, label, kind):
                self._ends.pop(node, None)
                self._kinds[node] = kind
                yield from self._sized(node, label)
            case EdgeAdded(edge, label, source, target):
                self._ends[edge] = source, target
                yield from self._sized(edge, label)
            case Relabelled(element, label):
                yield from self._sized(element, label)
            case CharacterClaimed(_, node):
                self._played.add(node)
                yield from self._sized(node, self._labels[node])
            case NetworkScrapped():
                yield NEW_SHEET
            case TurnStarted(phase) if phase != self._phase:
                self._phase = phase
                yield Tidy()
            case CashedOut() | RunStarted() | SceneFramed():
                yield Tidy()
            case _:
                pass

    def forget(self) -> None:
        """Do nothing after a rewind, because the known names do not depend on the play."""

    def _sized(self, element: ElementId, label: str) -> Iterator[Entry]:
        self._labels[element] = label
        if element in self._ends:
            yield _tie(element, label, *self._ends[element])
        else:
            is_played = element in self._played
            yield _box(element, label, self._kinds.get(element), is_played=is_played)


def entry(state: State, id: str) -> Entry | None:
    """Return the box or tie of an element of a network."""
    network = state.play.network
    match network.element(ElementId(id)):
        case Node(label=label, kind=kind):
            return _box(id, label, kind, is_played=network.claimant(ElementId(id)) is not None)
        case Edge(label=label, source=source, target=target):
            return _tie(id, label, source, target)
        case _:
            return None


def _tie(id: str, label: str, source: str, target: str) -> Tie:
    lines = edge_lines(label)
    wide = (max(lines.width, lines.widths[-1] + width(_POWER)) + 1.4) * EDGE_FONT
    return Tie(
        id=id, source=source, target=target, width=_even(wide), height=len(lines.texts) * EDGE_LINE
    )


def _box(id: str, label: str, kind: NodeKind | None, *, is_played: bool) -> Box:
    lines = node_lines(label)
    wide = max(lines.width, lines.widths[-1] + width(_POWER)) * NODE_FONT
    high = len(lines.texts) * NODE_LINE + (SEAT_LINE if is_played else 0)
    across, down = sized(str(kind or "plain"), wide, high)
    ring = RING * 2 if is_played else 0
    return Box(id, _even(across + ring), down + ring)


def _even(wide: float) -> int:
    """Return a width rounded up to a multiple of 12, so that one more letter seldom changes a layout."""
    return -(-int(wide) // 12) * 12
