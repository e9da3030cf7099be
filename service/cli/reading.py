"""`verger replay`, `diff` and `bisect`: an archive read as the story that it is."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jmespath
import msgspec
from jmespath.exceptions import JMESPathError

from domain.decider import State
from domain.ruling import Allowed
from projections.diff import changed, document
from service.archive import Broken, StateDigest, UnreadableError, header_of, line_of
from service.cli.command import FOUND_WRONG, CommandError, Commands
from service.examination import lines
from service.playback import Playback, gone_back_to
from service.row import Row
from service.settings import Settings


class _Told(msgspec.Struct):
    ruling: Allowed


def add(commands: Commands) -> None:
    """Tell of these commands."""
    replay = commands.add_parser("replay", help="tell an archive, a sentence an event")
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=_replay)
    diff = commands.add_parser("diff", help="what changed between two versions of an archive")
    diff.add_argument("file", type=Path)
    diff.add_argument("since", type=int, metavar="FROM")
    diff.add_argument("until", type=int, metavar="TO")
    diff.set_defaults(run=_diff)
    bisect = commands.add_parser("bisect", help="the first version at which a condition holds")
    bisect.add_argument("file", type=Path)
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


def _states(file: Path) -> Iterator[tuple[Row, Playback]]:
    """The events of an archive, each with the state after it."""
    with file.open("rb") as opened:
        playback = Playback(gone_back_to(lines(opened)))
        opened.seek(0)
        read = lines(opened)
        header = header_of(next(read, b""))
        for line in read:
            match line_of(header, line):
                case Row() as row:
                    playback.take(row)
                    yield row, playback
                case StateDigest():
                    continue
                case Broken(what):
                    raise UnreadableError(f"{what}; verger verify says where")


def _read(row: Row, playback: Playback) -> Any:
    """What everybody at the table reads at a version."""
    state: State[Any] = playback.state
    read = document(playback.codec.ruleset, state, state.table.gm, row.version)
    return msgspec.json.decode(msgspec.json.encode(read))


def _sentence(row: Row, playback: Playback) -> str:
    sentence = msgspec.json.decode(row.data, type=_Told).ruling.sentence
    return f"{row.version:6}  {row.at:%Y-%m-%d %H:%M:%S}  {sentence}"


def _replay(settings: Settings, asked: Namespace) -> int:
    for row, playback in _states(asked.file):
        print(_sentence(row, playback))
    return 0


def _diff(settings: Settings, asked: Namespace) -> int:
    earlier, later = sorted((asked.since, asked.until))
    known: dict[int, Any] = {}
    for row, playback in _states(asked.file):
        if row.version in (earlier, later):
            known[row.version] = _read(row, playback)
        if earlier < row.version <= later:
            print(_sentence(row, playback))
        if row.version == later:
            break
    for version in (earlier, later):
        if version not in known:
            raise CommandError(f"the archive has no version {version}")
    for operation in changed(known[asked.since], known[asked.until]):
        print(msgspec.json.encode(operation).decode())
    return 0


def _bisect(settings: Settings, asked: Namespace) -> int:
    """Every version is asked, for a condition may come and go."""
    for row, playback in _states(asked.file):
        try:
            found = asked.condition.search({"version": row.version, **_read(row, playback)})
        except JMESPathError as error:
            raise CommandError(f"at version {row.version}: {error}") from None
        if not _is_false(found):
            print(_sentence(row, playback))
            return 0
    print("it holds at no version")
    return FOUND_WRONG


def _is_false(found: Any) -> bool:
    """As JMESPath has it: what is empty or absent is false, and 0 is not."""
    return found is None or found is False or found in ("", [], {})
