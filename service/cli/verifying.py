"""`verger verify`: whether an archive, or every session of the database, is what it says it is."""

import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from service.archive.checkpoint import Checkpoint, is_signed
from service.archive.format import UnreadableError
from service.archive.verify import Finding
from service.archive.verify_file import ArchiveVerifier, verify_archive
from service.cli.command import FOUND_WRONG, CommandError, Commands, of_the_server
from service.settings import Settings


class _Key(msgspec.Struct):
    public_key: str


class _Keys(msgspec.Struct):
    """The keys as `GET /v1/keys` serves them."""

    keys: tuple[_Key, ...]


def add(commands: Commands) -> None:
    """Add this command to the parser."""
    verify = commands.add_parser(
        "verify", help="check an archive, or with --all every session: chain, rulings, dice"
    )
    verify.add_argument("file", nargs="?", type=Path, help="an archive; needs no database")
    verify.add_argument("--all", action="store_true", help="every session of the database")
    verify.add_argument(
        "--since",
        type=_time,
        help="with --all: only sessions that have moved since a time (2026-01-01T12:00Z)",
    )
    verify.add_argument(
        "--jobs",
        type=_number,
        help="with --all: how many processes judge side by side (as many as there are cores)",
    )
    verify.add_argument("--checkpoint", type=Path, help="a signed checkpoint that has to hold")
    verify.add_argument("--key", help="its public key in hex, or a file of GET /v1/keys")
    verify.set_defaults(run=_verify)


def _time(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no time such as 2026-01-01T12:00Z") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _verify(settings: Settings, asked: Namespace) -> int:
    if asked.all == bool(asked.file):
        raise CommandError("name an archive to verify, or --all")
    if not asked.all and (asked.since or asked.jobs):
        raise CommandError("--since and --jobs go with --all")
    if bool(asked.checkpoint) != bool(asked.key):
        raise CommandError("a checkpoint is checked with --checkpoint and --key")
    if asked.all:
        status: int = of_the_server("verify --all").verify_all(settings, asked)
        return status
    return _verify_file(asked)


def _verify_file(asked: Namespace) -> int:
    checkpoint = _checkpoint(asked.checkpoint, asked.key) if asked.checkpoint else None
    began = time.perf_counter()
    with asked.file.open("rb") as file:
        witness = CheckpointCheck(checkpoint)
        found = witness.judged(verify_archive(file, witness.saw))
    seconds = time.perf_counter() - began
    if isinstance(found, Finding):
        print(f"version {found.version} is wrong: {found.what}")
        return FOUND_WRONG
    _tell(found, checkpoint, found.counts.events / seconds)
    if found.counts.unread:
        told = f"{found.counts.unread} digests of states of the form {found.header.states}"
        raise CommandError(f"{told} were compared by nothing: this program has another form")
    return 0


class CheckpointCheck:
    """Checks a checkpoint against an archive."""

    def __init__(self, checkpoint: Checkpoint | None) -> None:
        self._checkpoint = checkpoint
        self._finding: Finding | None = None

    def saw(self, verifier: ArchiveVerifier) -> None:
        """Compare the checkpoint with the version that it is of."""
        told = self._checkpoint
        if told and verifier.version == told.version and verifier.hash.hex() != told.hash:
            what = "it is not the event that the checkpoint was signed for: the log was rewritten"
            self._finding = Finding(told.version, what)

    def judged(self, found: ArchiveVerifier | Finding) -> ArchiveVerifier | Finding:
        """The result with the checkpoint included: the first thing that is wrong."""
        told, own = self._checkpoint, self._finding
        if told is None:
            return found
        if isinstance(found, Finding):
            return own if own and own.version <= found.version else found
        if own:
            return own
        if found.version < told.version:
            what = f"it is missing: a checkpoint was signed for version {told.version}"
            return Finding(found.version + 1, what)
        if found.header.holder(told.version) != told.session:
            raise UnreadableError(f"the checkpoint is of session {told.session}")
        return found


def _checkpoint(file: Path, key: str) -> Checkpoint:
    """A checkpoint that was signed with one of the keys."""
    try:
        checkpoint = msgspec.json.decode(file.read_bytes(), type=Checkpoint)
        keys = [bytes.fromhex(one) for one in _keys(key)]
    except (msgspec.MsgspecError, ValueError) as error:
        raise UnreadableError(f"the checkpoint or its key cannot be read: {error}") from None
    if not any(is_signed(checkpoint, one) for one in keys):
        raise UnreadableError("the checkpoint was not signed with this key")
    return checkpoint


def _keys(key: str) -> list[str]:
    if not Path(key).exists():
        return [key]
    text = Path(key).read_bytes()
    if not text.lstrip().startswith(b"{"):
        return [text.decode().strip()]
    return [one.public_key for one in msgspec.json.decode(text, type=_Keys).keys]


def _tell(found: ArchiveVerifier, checkpoint: Checkpoint | None, speed: float) -> None:
    header = found.header
    verified = "verified but for its states" if found.counts.unread else "verified"
    print(f"{verified}: {found.version} events of session {header.session} ({header.ruleset})")
    for name, value in _lines(found):
        print(f"  {name:14} {value}")
    if checkpoint:
        print(f"  {'checkpoint':14} holds: version {checkpoint.version}, key {checkpoint.key}")
    print(f"  {'hash':14} {found.hash.hex()}")
    print(f"  {'speed':14} {speed:,.0f} events a second")


def _lines(found: ArchiveVerifier) -> list[tuple[str, object]]:
    counts, dice = found.counts, found.dice
    rewritten = ", ".join(map(str, counts.rewritten))
    named = f"{len(counts.rewritten)} (versions {rewritten})" if rewritten else "0"
    return [
        ("judged again", counts.judged),
        ("", _reworded(counts.reworded)),
        ("redacted", named),
        ("dice", f"{dice.verified} as the revealed seeds give them"),
        ("", f"{dice.unrevealed} not revealed yet"),
        ("", f"{dice.reported} typed in, {dice.repeated} of moves made again"),
        ("states", f"{counts.states} digests compared"),
    ]


def _reworded(versions: Sequence[int]) -> str:
    """How many rulings are told otherwise by now, which changes nothing of what they rule."""
    first = f", the first in version {versions[0]}" if versions else ""
    return f"worded otherwise now: {len(versions)}{first}"
