"""`verger verify`: check an archive, or every session of the database."""

import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import file_digest
from importlib.metadata import version
from pathlib import Path

import msgspec

from verger.service.archive.checked_log import CheckedLog, log_of
from verger.service.archive.checkpoint import Checkpoint, is_signed
from verger.service.archive.format import UnreadableError, plain_text
from verger.service.archive.kept_head import KeptHead
from verger.service.archive.limits import Limits, limits_of
from verger.service.archive.played import played
from verger.service.archive.report import Report, proved, to_do, unproved
from verger.service.archive.report_page import report_page
from verger.service.archive.verdict import Checked, Verdict, verdict_of
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.cli.command import (
    FOUND_WRONG,
    CommandError,
    Commands,
    Group,
    as_json,
    with_json,
)
from verger.service.cli.installed import of_the_server
from verger.service.cli.kept import UNSIGNED, heads_in
from verger.service.cli.piped import at_hand
from verger.service.cli.progress import Progress
from verger.service.settings import Settings


class _Key(msgspec.Struct):
    public_key: str


class _Keys(msgspec.Struct):
    """The keys as `GET /v1/keys` serves them."""

    keys: tuple[_Key, ...]


def add(commands: Commands) -> None:
    """Add this command to the parser."""
    verify = commands.add_parser(
        "verify", description="Verify an archive, or all sessions of the database"
    )
    verify.add_argument(
        "file", nargs="?", type=Path, help="an archive, or - to read it from a pipe"
    )
    verify.add_argument(
        "--report", type=Path, metavar="PAGE", help="write the result to an HTML file"
    )
    with_json(verify)
    _add_database(verify.add_argument_group("verify the database"))
    _add_kept(verify.add_argument_group("compare with files that you kept"))
    verify.set_defaults(run=_verify)


def _add_database(group: Group) -> None:
    group.add_argument("--all", action="store_true", help="verify all sessions of the database")
    group.add_argument(
        "--since",
        type=_time,
        help="with --all: only sessions with an event since this time, such as 2026-01-01T12:00Z",
    )
    group.add_argument(
        "--jobs",
        type=_number,
        help="with --all: the number of processes (default: the number of cores)",
    )


def _add_kept(group: Group) -> None:
    group.add_argument("--checkpoint", type=Path, help="a file with a signed checkpoint")
    group.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="a file with heads, checkpoints and statements; with --all: only statements",
    )
    group.add_argument(
        "--key",
        help="to check the signatures: the public key in hex, or a file with the answer of GET /v1/keys",
    )


def _time(text: str) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a time such as 2026-01-01T12:00Z") from None
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return int(text)


def _verify(settings: Settings, asked: Namespace) -> int:
    if asked.all == bool(asked.file):
        raise CommandError("name an archive to verify, or use --all")
    if not asked.all and (asked.since or asked.jobs):
        raise CommandError("use --since and --jobs only with --all")
    if asked.all and (asked.json or asked.report or asked.checkpoint):
        raise CommandError("use --json, --report and --checkpoint only with an archive")
    is_signed = asked.checkpoint or (asked.all and asked.against)
    if (is_signed and not asked.key) or (asked.key and not (asked.checkpoint or asked.against)):
        raise CommandError(UNSIGNED)
    if asked.all:
        keys = _keys(asked.key) if asked.key else []
        status: int = of_the_server("verify --all").verify_all(settings, asked, keys)
        return status
    return _verify_file(settings, asked)


def _verify_file(settings: Settings, asked: Namespace) -> int:
    heads = _heads(asked)
    limits = limits_of(settings)
    with at_hand(asked.file, limits.size) as file:
        return _verify_at_hand(file, asked, heads, limits)


def _heads(asked: Namespace) -> list[KeptHead]:
    """Return the kept heads to compare with the archive."""
    keys = _keys(asked.key) if asked.key else []
    heads = list(heads_in(asked.against, keys)) if asked.against else []
    if asked.checkpoint:
        heads.append(KeptHead.signed(_checkpoint(asked.checkpoint, keys)))
    return heads


def _verify_at_hand(file: Path, asked: Namespace, heads: Sequence[KeptHead], limits: Limits) -> int:
    began = time.perf_counter()
    found = verdict(file, limits, heads)
    seconds = time.perf_counter() - began
    is_told = asked.report and found.verdict != "unreadable"
    log = log_of(file, _good(found)) if is_told else None
    report = report_on(file, asked.file, found, log)
    if asked.report:
        # Never overwrite a file: it may be the archive.
        with asked.report.open("x", encoding="utf-8") as out:
            out.write(report_page(report))
    if asked.json:
        print(as_json(found))
    elif found.checked:
        _tell(found, found.checked, seconds)
        _tell_in_words(report)
    elif found.verdict == "wrong":
        print(f"version {found.version} is wrong: {found.why}")
    if found.verdict in ("unreadable", "states_unread"):
        raise UnreadableError(found.why)
    return FOUND_WRONG if found.verdict == "wrong" else 0


def verdict(file: Path, limits: Limits, heads: Sequence[KeptHead] = ()) -> Verdict:
    """Verify an archive, and show the progress."""
    with Progress("events") as progress:

        def show(verifier: ArchiveVerifier) -> None:
            progress.total = verifier.header.head
            progress.show(verifier.log.version)

        return verdict_of(file, limits, heads, show)


def _good(found: Verdict) -> int:
    """Return the last version before the first wrong one."""
    return (found.version or (found.events or 0) + 1) - 1


def report_on(file: Path, asked: Path, found: Verdict, log: CheckedLog | None = None) -> Report:
    """Return a report about a file. `asked` is the name that the user gave, and `log` is the checked part."""
    with file.open("rb") as opened:
        fingerprint = file_digest(opened, "sha256").hexdigest()
    return Report(
        file="FILE" if str(asked) == "-" else asked.name,
        size=file.stat().st_size,
        sha256=fingerprint,
        at=datetime.now(UTC),
        program=f"verger {version('verger')}",
        verdict=found,
        played=played(log) if log else None,
    )


def _checkpoint(file: Path, keys: Sequence[bytes]) -> Checkpoint:
    """Return a checkpoint that was signed with one of the keys."""
    try:
        checkpoint = msgspec.json.decode(plain_text(file), type=Checkpoint)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableError(f"the checkpoint cannot be read: {error}") from None
    if not any(is_signed(checkpoint, one) for one in keys):
        raise UnreadableError("the checkpoint was not signed with this key")
    return checkpoint


def _keys(key: str) -> list[bytes]:
    """Return the named keys: one key in hex, or the keys of a file."""
    try:
        return [bytes.fromhex(one) for one in _in_hex(key)]
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UnreadableError(f"the key cannot be read: {error}") from None


def _in_hex(key: str) -> list[str]:
    if not Path(key).exists():
        return [key]
    text = plain_text(Path(key))
    if not text.lstrip().startswith(b"{"):
        return [text.decode().strip()]
    return [one.public_key for one in msgspec.json.decode(text, type=_Keys).keys]


def _tell(found: Verdict, checked: Checked, seconds: float) -> None:
    verified = "verified" if found.verdict == "verified" else "verified except for its states"
    print(f"{verified}: {found.events} events of session {found.session} ({found.ruleset})")
    for name, value in _lines(checked):
        print(f"  {name:14} {value}")
    for held in checked.kept:
        signed = f", key {held.key}" if held.key else ""
        print(f"  {held.of.removeprefix('the '):14} holds: version {held.version}{signed}")
    print(f"  {'hash':14} {checked.hash}")
    print(f"  {'speed':14} {(found.events or 0) / seconds:,.0f} events a second")


def _tell_in_words(report: Report) -> None:
    """Print the proved facts, the open points and the next steps."""
    for title, points in (
        ("Proved:", [*proved(report)]),
        ("Not proved:", [*unproved(report)]),
        ("Next:", [*to_do(report)]),
    ):
        if points:
            print(title)
        for point in points:
            print(f"  - {point.head}")
            if point.command:
                print(f"      {point.command}")


def _lines(checked: Checked) -> list[tuple[str, object]]:
    dice = checked.dice
    rewritten = ", ".join(map(str, checked.redacted))
    named = f"{len(checked.redacted)} (versions {rewritten})" if rewritten else "0"
    return [
        ("judged again", checked.judged),
        ("", _reworded(checked.reworded)),
        ("redacted", named),
        ("dice", f"{dice.verified} follow from the revealed seeds"),
        ("", f"{dice.unrevealed} with a seed that is not revealed yet"),
        ("", f"{dice.reported} typed in by players, {dice.repeated} of repeated moves"),
        ("states", f"{checked.states.compared} digests compared"),
    ]


def _reworded(versions: Sequence[int]) -> str:
    """Return the number of rulings that are now worded differently. Their results are the same."""
    first = f", the first in version {versions[0]}" if versions else ""
    return f"now worded differently: {len(versions)}{first}"
