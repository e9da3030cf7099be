"""`verger replay`, `diff` and `bisect`: reading an archive as a story."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from uuid import UUID

import jmespath
import msgspec
from jmespath.exceptions import JMESPathError
from jmespath.visitor import TreeInterpreter

from verger.domain.core.decider import State
from verger.domain.core.ruling import Allowed
from verger.projections.diff import changed, reads
from verger.service.archive.read import header, read_as, states
from verger.service.cli.command import FOUND_WRONG, CommandError, Commands, as_json, with_json
from verger.service.cli.progress import Progress, read_states
from verger.service.log.playback import Playback
from verger.service.log.row import Row
from verger.service.settings import Settings


class _Ruled(msgspec.Struct):
    ruling: Allowed


_ruled = msgspec.json.Decoder(_Ruled)


class EventSentence(msgspec.Struct, frozen=True):
    """An event in a sentence."""

    version: int
    type: str
    at: datetime
    seat: str | None
    sentence: str

    def __str__(self) -> str:
        """Return the line of text that is printed."""
        return f"{self.version:6}  {self.at:%Y-%m-%d %H:%M:%S}  {self.sentence}"


class Replay(msgspec.Struct, frozen=True):
    """The output of `replay --json`."""

    session: UUID
    events: tuple[EventSentence, ...]


class Diff(msgspec.Struct, frozen=True):
    """The output of `diff --json`. The changes are a JSON Patch."""

    session: UUID
    since: int = msgspec.field(name="from")
    until: int = msgspec.field(name="to")
    events: tuple[EventSentence, ...]
    changes: tuple[Any, ...]


class Bisect(msgspec.Struct, frozen=True):
    """The output of `bisect --json`. Nothing is found if no version meets the condition."""

    session: UUID
    found: EventSentence | None


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    replay = commands.add_parser(
        "replay", description="Print an archive, one sentence for each event"
    )
    replay.add_argument("file", type=Path, help="an archive")
    with_json(replay)
    replay.set_defaults(run=_replay)
    diff = commands.add_parser(
        "diff", description="Show the changes between two versions of an archive"
    )
    diff.add_argument("file", type=Path, help="an archive")
    diff.add_argument("since", type=int, metavar="FROM", help="a version")
    diff.add_argument("until", type=int, metavar="TO", help="an earlier or later version")
    with_json(diff)
    diff.set_defaults(run=_diff)
    bisect = commands.add_parser(
        "bisect", description="Find the first version that meets a condition"
    )
    bisect.add_argument("file", type=Path, help="an archive")
    bisect.add_argument(
        "condition",
        type=_condition,
        help="a JMESPath expression with version, state, network and banks, as in the HTTP API",
    )
    with_json(bisect)
    bisect.set_defaults(run=_bisect)


def _condition(text: str) -> Any:
    try:
        return jmespath.compile(text)
    except JMESPathError as error:
        raise ArgumentTypeError(f"this is not a condition in JMESPath: {error}") from None


def _reads(row: Row, playback: Playback) -> dict[str, Any]:
    """Return the state at a version, without the parts that only some seats can read."""
    state: State[Any] = playback.state
    return reads(playback.codec.ruleset, state, state.table.gm, row.version)


def _as_plain(read: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(read))


def sentence_of(row: Row) -> EventSentence:
    """Return an event of an archive in a sentence."""
    sentence = read_as(_ruled, row).ruling.sentence
    return EventSentence(
        version=row.version, type=row.type, at=row.at, seat=row.seat, sentence=sentence
    )


def _replay(settings: Settings, asked: Namespace) -> int:
    if asked.json:
        told = tuple(sentence_of(row) for row, _ in read_states(asked.file))
        print(as_json(Replay(header(asked.file).session, told)))
        return 0
    with Progress("events", header(asked.file).head) as progress:
        for row, _ in states(asked.file):
            progress.print(str(sentence_of(row)))
            progress.show(row.version)
    return 0


def _diff(settings: Settings, asked: Namespace) -> int:
    earlier, later = sorted((asked.since, asked.until))
    known: dict[int, Any] = {}
    told: list[EventSentence] = []
    for row, playback in read_states(asked.file):
        if row.version in (earlier, later):
            known[row.version] = _as_plain(_reads(row, playback))
        if earlier < row.version <= later:
            told.append(sentence_of(row))
        if row.version == later:
            break
    for version in (earlier, later):
        if version not in known:
            raise CommandError(f"the archive has no version {version}")
    changes = changed(known[asked.since], known[asked.until])
    if asked.json:
        session = header(asked.file).session
        print(
            as_json(
                Diff(
                    session=session,
                    since=asked.since,
                    until=asked.until,
                    events=tuple(told),
                    changes=tuple(changes),
                )
            )
        )
        return 0
    print(*told, sep="\n")
    for operation in changes:
        print(msgspec.json.encode(operation).decode())
    return 0


class _Search(TreeInterpreter):
    """Evaluates a condition, and records the names in it that no version has."""

    def __init__(self) -> None:
        super().__init__()
        self._missed: dict[int, tuple[str, set[str]]] = {}
        """For each place in the condition: a missing name, and the names that exist at that place."""
        self._met: set[int] = set()
        self._left_out: Mapping[int, Sequence[str]] = {}
        """For each object: the members that it can have. The reads leave out empty members."""

    def holds(self, condition: Any, read: Mapping[str, Any]) -> bool:
        """Return whether the reads of a version meet a condition."""
        plain = _as_plain(read)
        self._left_out = dict(_members(read, plain))
        return not _is_false(self.visit(condition.parsed, plain))

    def visit_field(self, node: Any, value: Any) -> Any:
        """Return a member of an object, and record whether it exists. A misspelt name never exists."""
        if isinstance(value, dict):
            if node["value"] in value or node["value"] in self._left_out.get(id(value), ()):
                self._met.add(id(node))
            else:
                self._missed.setdefault(id(node), (node["value"], set()))[1].update(value)
        return super().visit_field(node, value)

    def visit_index(self, node: Any, value: Any) -> Any:
        """Return an element of a list. An object has no elements, so the condition is recorded as wrong there."""
        self._asked_of(node, value, f"[{node['value']}]")
        return super().visit_index(node, value)

    def visit_projection(self, node: Any, value: Any) -> Any:
        """Return a part of every element of a list. An object has no elements here either."""
        self._asked_of(node, self.visit(node["children"][0], value), "[*]")
        return super().visit_projection(node, value)

    def _asked_of(self, node: Any, value: Any, index: str) -> None:
        if isinstance(value, dict):
            self._missed.setdefault(id(node), (index, set()))[1].update(value)
        elif value is not None:
            self._met.add(id(node))

    def check(self) -> None:
        """Refuse a condition with a name that no version had at its place."""
        for place, (name, others) in self._missed.items():
            if place not in self._met:
                near = get_close_matches(name, others, n=1)
                hint = (
                    f"; do you mean `{near[0]}`?"
                    if near
                    else f"; the members there are {', '.join(sorted(others))}"
                )
                raise CommandError(f"no version has a member `{name}` at this place{hint}")


def _bisect(settings: Settings, asked: Namespace) -> int:
    found = _first(asked.file, asked.condition)
    if asked.json:
        print(as_json(Bisect(header(asked.file).session, found)))
    else:
        print(found or "no version meets the condition")
    return 0 if found else FOUND_WRONG


def _first(file: Path, condition: Any) -> EventSentence | None:
    """Return the first version that meets a condition. This tests one version after the other.

    A binary search could miss it, because later versions may not meet the condition any more.
    """
    search = _Search()
    for row, playback in read_states(file):
        read = {"version": row.version, **_reads(row, playback)}
        try:
            found = search.holds(condition, read)
        except JMESPathError as error:
            raise CommandError(f"at version {row.version}: {error}") from None
        if found:
            return sentence_of(row)
    search.check()
    return None


def _members(read: Any, as_json: Any) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield every object of a read with the names of all its members, even if the read leaves them out."""
    match read:
        case msgspec.Struct():
            names = type(read).__struct_encode_fields__
            yield id(as_json), names
            for field, name in zip(type(read).__struct_fields__, names, strict=True):
                if name in as_json:
                    yield from _members(getattr(read, field), as_json[name])
        case dict():
            for part, shown in zip(read.values(), as_json.values(), strict=True):
                yield from _members(part, shown)
        case list() | tuple() | frozenset():
            for part, shown in zip(read, as_json, strict=True):
                yield from _members(part, shown)
        case _:
            pass


def _is_false(found: Any) -> bool:
    """Return whether a value is false in JMESPath.

    Empty and absent values are false, but 0 is not.
    """
    return found is None or found is False or found in ("", [], {})
