"""Changes that other programs make to an honest archive in transit, with the words that report each change."""

import io
import json
import tarfile
from base64 import b64encode
from collections.abc import Callable
from html import escape
from textwrap import wrap
from typing import Any
from unicodedata import normalize

from tests.support.log import archived, evening, going_on, rows
from tests.support.travelled import TRAVELLED

LINES = archived(rows(going_on(evening("war")[:60], 64, "Zoë & Öl")))
WHOLE = b"".join(LINES)
"""The honest archive that is changed."""


def as_text(change: Callable[[str], str]) -> Callable[[bytes], bytes]:
    """Change the text of an archive."""
    return lambda archive: change(archive.decode()).encode()


def in_lines(change: Callable[[str], str]) -> Callable[[bytes], bytes]:
    """Change each line of an archive."""
    return as_text(lambda text: "".join(change(line) + "\n" for line in text.split("\n")[:-1]))


def in_tar(archive: bytes) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as file:
        member = tarfile.TarInfo("evening.ndjson")
        member.size = len(archive)
        file.addfile(member, io.BytesIO(archive))
    return made.getvalue()


def headed(**members: object) -> Callable[[bytes], bytes]:
    """Return a function that replaces an archive's first line with that of a later program."""
    line = json.dumps({**json.loads(LINES[0]), **members}, separators=(",", ":")).encode() + b"\n"
    return lambda archive: line + archive.partition(b"\n")[2]


def anew(**how: Any) -> Callable[[bytes], bytes]:
    """Write the JSON of each line in another form."""
    return in_lines(lambda line: json.dumps(json.loads(line), **how))


def cp1252_read(archive: bytes) -> str:
    """Read UTF-8 as if it were Windows-1252, as Windows does: bytes without a character stay as they are."""
    return "".join(
        bytes([byte]).decode("cp1252" if byte not in UNUSED else "latin-1") for byte in archive
    )


UNUSED = b"\x81\x8d\x8f\x90\x9d"
COMPACT = (",", ":")
SPACED = r"its JSON was written in another form"
CUT = "it ends after version"
MIDDLE = "it ends in the middle of a line"
BEHIND = "something else stands after its last line"
Change = Callable[[bytes], bytes]

WAYS: dict[str, tuple[Change, str]] = {
    **TRAVELLED,
    "UTF-32": (lambda archive: archive.decode().encode("utf-32"), "it is in UTF-16 or UTF-32"),
    "tar": (in_tar, "it is in a tar file"),
    "base64": (b64encode, "it is encoded in base64"),
    "7-Zip": (lambda archive: b"7z\xbc\xaf\x27\x1c" + archive, "compressed with 7-Zip"),
    "Zstandard": (lambda archive: b"\x28\xb5\x2f\xfd" + archive, "compressed with zstd"),
    "Windows-1252": (lambda archive: archive.decode().encode("cp1252"), "saved in Windows-1252"),
    "Windows-1252 and CR LF": (
        lambda archive: archive.replace(b"\n", b"\r\n").decode().encode("cp1252"),
        "CR LF",
    ),
    "UTF-8 that was read as Windows-1252": (
        lambda archive: cp1252_read(archive).encode(),
        "read as Windows-1252",
    ),
    "UTF-8 that was read as Latin-1": (
        lambda archive: archive.decode("latin-1").encode(),
        "or Latin-1",
    ),
    "letters taken apart": (as_text(lambda text: normalize("NFD", text)), "(NFD)"),
    "letters taken apart, and HTML": (
        as_text(lambda text: escape(normalize("NFD", text), quote=False)),
        "(NFD): write them in the normal form NFC, and some of its characters were written as in HTML",
    ),
    "letters that were lost": (
        lambda archive: archive.decode("ascii", "replace").encode(),
        "letters of it were lost",
    ),
    "HTML": (as_text(lambda text: escape(text, quote=False)), "written as in HTML"),
    "spaces in the JSON": (anew(ensure_ascii=False), SPACED),
    "escapes in the JSON": (anew(separators=COMPACT), SPACED),
    "sorted members": (anew(ensure_ascii=False, separators=COMPACT, sort_keys=True), "first line"),
    "many lines of JSON": (anew(indent=2), "over several lines"),
    "a list of lines": (
        as_text(lambda text: "[" + ",".join(text.splitlines()) + "]\n"),
        "put into a list",
    ),
    "wrapped at 76": (as_text(lambda text: "\n".join(wrap(text, 76)) + "\n"), "was wrapped"),
    "wrapped at 998": (
        in_lines(lambda line: "\n".join(line[n : n + 998] for n in range(0, len(line), 998))),
        "wrapped",
    ),
    "quoted in an answer": (in_lines(lambda line: f"> {line}"), "the first line is no archive's"),
    "without its first line": (lambda archive: archive.partition(b"\n")[2], "first line is missing"),
    "an empty line first": (lambda archive: b"\n" + archive, "a line is empty"),
    "spaces at the ends of lines": (in_lines(lambda line: line + " "), "spaces or other characters"),
    "spaces behind one line": (lambda archive: archive.replace(b"}\n", b"} \n", 9), "spaces or"),
    "Ctrl+Z": (lambda archive: archive + b"\x1a", BEHIND),
    "zeros up to a block": (lambda archive: archive + bytes(512), BEHIND),
    "a footer": (lambda archive: archive + b"-- \nSent from my phone\n", BEHIND),
    "twice": (lambda archive: archive * 2, BEHIND),
    "its end twice": (lambda archive: archive + archive[-3_000:], BEHIND),
    "cut in its first line": (lambda archive: archive[:90], "cut off in its first line"),
    "only its first line": (lambda archive: archive.partition(b"\n")[0] + b"\n", CUT),
    "cut in a line": (lambda archive: archive[: len(archive) // 2], MIDDLE),
    "cut between lines": (lambda _: b"".join(LINES[:20]), CUT),
    "cut before the last line": (lambda _: b"".join(LINES[:-1]), CUT),
    "cut in the last line": (lambda archive: archive[:-7], MIDDLE),
    "zeros in the middle": (
        lambda archive: archive[:20_000] + bytes(4_096) + archive[24_096:],
        "cut off, wrapped or damaged",
    ),
    "an error answer": (
        lambda _: b'{"title":"Token needed","status":401,"code":"missing_token"}',
        "a request that failed",
    ),
    "a picture": (lambda _: b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "it is no text"),
    "keys": (lambda _: b'{"keys":[]}\n', "give them after --key"),
    "a checkpoint": (
        lambda _: b'{"session":"","version":3,"hash":"","signature":""}',
        "it is a checkpoint: give it after --checkpoint",
    ),
    "a statement": (
        lambda _: b'{"statements":[{"number":1,"root":"","signature":""}]}',
        "it is a statement: give it after --against",
    ),
    "a later format": (headed(format=2), "an archive of format 2"),
    "a later version of the game": (headed(ruleset_version=9), "by the rules of verge 9"),
    "a later game": (headed(ruleset="chess"), "by the rules of chess"),
    "an earlier program": (lambda _: b'{"verger":"archive","format":1}\n', "an earlier checkout"),
}  # fmt: skip
"""Changes to an honest archive, each with a part of the sentence that reports it."""
