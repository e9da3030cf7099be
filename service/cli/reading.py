"""`verger replay`, `diff` and `bisect`: reading an archive as a story."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import jmespath
import msgspec
from jmespath.exceptions import JMESPathError
from jmespath.visitor import TreeInterpreter

from domain.core.decider import State
from domain.core.ruling import Allowed
from projections.diff import changed, reads
from service.archive.format import BrokenLine, StateDigest, UnreadableError, header_of, line_of
from service.archive.verify_file import lines
from service.cli.command import FOUND_WRONG, CommandError, Commands
from service.log.chain import BEFORE_FIRST
from service.log.playback import Playback, gone_back_to
from service.log.row import Row, is_next
from service.settings import Settings


class _Told(msgspec.Struct):
    ruling: Allowed


def add(commands: Commands) -> None:
    """Add these commands to the parser."""
    replay = commands.add_parser("replay", help="tell an archive, a sentence an event")
    replay.add_argument("file", type=Path, help="an archive")
    replay.set_defaults(run=_replay)
    diff = commands.add_parser("diff", help="what changed between two versions of an archive")
    diff.add_argument("file", type=Path, help="an archive")
    diff.add_argument("since", type=int, metavar="FROM", help="a version")
    diff.add_argument("until", type=int, metavar="TO", help="another, earlier or later")
    diff.set_defaults(run=_diff)
    bisect = commands.add_parser("bisect", help="the first version at which a condition holds")
    bisect.add_argument("file", type=Path, help="an archive")
    bisect.add_argument(
        "condition",
        type=_condition,
        help="in JMESPath, of version, state, network and banks as they are read over HTTP",
    )
    bisect.set_defaults(run=_bisect)


def _condition(text: str) -> Any:
    try:
        return jmespath.compile(text)
    except JMESPathError as error:
        raise ArgumentTypeError(f"no condition in JMESPath: {error}") from None


def states(file: Path) -> Iterator[tuple[Row, Playback]]:
    """The events of an archive, each with the state after it."""
    with file.open("rb") as opened:
        playback = Playback(gone_back_to(lines(opened)))
        opened.seek(0)
        read = lines(opened)
        header = header_of(next(read, b""))
        version, previous = 0, BEFORE_FIRST
        for line in read:
            match line_of(header, line):
                case Row() as row:
                    version += 1
                    _take(playback, row, version, previous)
                    yield row, playback
                    previous = row.hash
                case StateDigest():
                    continue
                case BrokenLine(what):
                    raise _damaged(version + 1, what)
        if version < header.head:
            raise _damaged(version + 1, "it is missing")


def _take(playback: Playback, row: Row, version: int, previous: bytes) -> None:
    """Take the next event, which has to follow the last one; `verger verify` checks more."""
    if row.version != version or not is_next(row, version, previous):
        raise _damaged(version, "it is not the event that was chained here")
    try:
        playback.take(row)
    except Exception as error:  # noqa: BLE001, a forged log may say anything that its chain covers
        raise _damaged(version, f"it cannot have happened ({error!r})") from None


def _damaged(version: int, what: str) -> UnreadableError:
    return UnreadableError(f"version {version} cannot be read: {what}; ask `verger verify`")


def _reads(row: Row, playback: Playback) -> dict[str, Any]:
    """The state at a version as everybody at the table may read it."""
    state: State[Any] = playback.state
    return reads(playback.codec.ruleset, state, state.table.gm, row.version)


def _as_json(read: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(read))


def _sentence(row: Row, playback: Playback) -> str:
    sentence = msgspec.json.decode(row.data, type=_Told).ruling.sentence
    return f"{row.version:6}  {row.at:%Y-%m-%d %H:%M:%S}  {sentence}"


def _replay(settings: Settings, asked: Namespace) -> int:
    for row, playback in states(asked.file):
        print(_sentence(row, playback))
    return 0


def _diff(settings: Settings, asked: Namespace) -> int:
    earlier, later = sorted((asked.since, asked.until))
    known: dict[int, Any] = {}
    told: list[str] = []
    for row, playback in states(asked.file):
        if row.version in (earlier, later):
            known[row.version] = _as_json(_reads(row, playback))
        if earlier < row.version <= later:
            told.append(_sentence(row, playback))
        if row.version == later:
            break
    for version in (earlier, later):
        if version not in known:
            raise CommandError(f"the archive has no version {version}")
    print(*told, sep="\n")
    for operation in changed(known[asked.since], known[asked.until]):
        print(msgspec.json.encode(operation).decode())
    return 0


class _Search(TreeInterpreter):
    """Evaluates a condition, and keeps which members it asks for that are never there."""

    def __init__(self) -> None:
        super().__init__()
        self._missed: dict[int, tuple[str, set[str]]] = {}
        """By place in the condition: a member's name, and those that are there in its stead."""
        self._met: set[int] = set()
        self._left_out: Mapping[int, Sequence[str]] = {}
        """By object: the members that it could have, and does not where they say nothing."""

    def holds(self, condition: Any, read: Mapping[str, Any]) -> bool:
        """Whether a condition holds for what is read."""
        as_json = _as_json(read)
        self._left_out = dict(_members(read, as_json))
        return not _is_false(self.visit(condition.parsed, as_json))

    def visit_field(self, node: Any, value: Any) -> Any:
        """Give a member of an object, which a misspelt name never finds."""
        if isinstance(value, dict):
            if node["value"] in value or node["value"] in self._left_out.get(id(value), ()):
                self._met.add(id(node))
            else:
                self._missed.setdefault(id(node), (node["value"], set()))[1].update(value)
        return super().visit_field(node, value)

    def visit_index(self, node: Any, value: Any) -> Any:
        """Give an element of a list, which an object has none of: its members go by name."""
        self._asked_of(node, value, f"[{node['value']}]")
        return super().visit_index(node, value)

    def visit_projection(self, node: Any, value: Any) -> Any:
        """Give something of every element of a list, likewise."""
        self._asked_of(node, self.visit(node["children"][0], value), "[*]")
        return super().visit_projection(node, value)

    def _asked_of(self, node: Any, value: Any, index: str) -> None:
        if isinstance(value, dict):
            self._missed.setdefault(id(node), (index, set()))[1].update(value)
        elif value is not None:
            self._met.add(id(node))

    def check(self) -> None:
        """Refuse a condition with a name that nothing had in any document it was held against."""
        for place, (name, others) in self._missed.items():
            if place not in self._met:
                near = get_close_matches(name, others, n=1)
                hint = (
                    f"; is it `{near[0]}`?" if near else f"; there are {', '.join(sorted(others))}"
                )
                raise CommandError(f"no version has a member `{name}` there{hint}")


def _bisect(settings: Settings, asked: Namespace) -> int:
    """Every version is tested, since a condition may come and go."""
    search = _Search()
    for row, playback in states(asked.file):
        read = {"version": row.version, **_reads(row, playback)}
        try:
            found = search.holds(asked.condition, read)
        except JMESPathError as error:
            raise CommandError(f"at version {row.version}: {error}") from None
        if found:
            print(_sentence(row, playback))
            return 0
    search.check()
    print("it holds at no version")
    return FOUND_WRONG


def _members(read: Any, as_json: Any) -> Iterator[tuple[int, Sequence[str]]]:
    """Every object of a read that has members of its own, and their names, the left out too."""
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
    """Whether JMESPath takes it for false: what is empty or absent is, and 0 is not."""
    return found is None or found is False or found in ("", [], {})
