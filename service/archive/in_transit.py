"""The changes that other programs make to the lines of an archive on its way, and how to undo them."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from itertools import combinations
from unicodedata import normalize

import msgspec

from verger.service.archive.file_form import line_fault

LONGEST = 2**18
"""In longer lines, no changes are searched. In bytes."""
_AROUND = b" \t\r\n\0\x1a\xef\xbb\xbf"
"""Bytes that programs add around a line: white space, padding, Ctrl+Z, a byte order mark."""


def _bare(line: bytes) -> bytes:
    return line.strip(_AROUND) + b"\n"


def _compact(line: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(line)) + b"\n"


def _in_windows(sign: str) -> bytes:
    """Return a character in Windows-1252, or in Latin-1 if Windows-1252 does not have it."""
    try:
        return sign.encode("cp1252")
    except UnicodeEncodeError:
        return sign.encode("latin-1")


_UNDONE: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("spaces or other characters stand around a line: remove them", _bare),
    (
        "it was saved in Windows-1252: save it as UTF-8",
        lambda line: line.decode("cp1252").encode(),
    ),
    (
        "its UTF-8 was read as Windows-1252 or Latin-1 and saved again: undo that",
        lambda line: b"".join(map(_in_windows, line.decode())),
    ),
    (
        "its letters were taken apart (NFD): write them in the normal form NFC",
        lambda line: normalize("NFC", line.decode()).encode(),
    ),
    (
        "some of its characters were written as in HTML, such as `&amp;`: undo that",
        lambda line: unescape(line.decode()).encode(),
    ),
    ("its JSON was written in another form, with spaces or escapes: undo that", _compact),
)
"""The possible changes to a line, each with the function that undoes it. Changes are undone in this order."""


def undone(line: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield possible original forms of a line, each with the changes that led to the line. The fewest changes are first."""
    if len(line) > LONGEST:
        return
    for count in (1, 2):
        for changes in combinations(_UNDONE, count):
            form, said = line, []
            for what, undo in changes:
                try:
                    before, form = form, undo(form)
                except (ValueError, msgspec.MsgspecError, RecursionError):
                    break
                if form == before:
                    break
                said.append((line_fault(line) or what) if undo is _bare else what)
            else:
                yield ", and ".join(said), form


def is_json(line: bytes) -> bool:
    """Return whether a line is a whole text of JSON in UTF-8."""
    try:
        msgspec.json.decode(line)
        line.decode()
    except (msgspec.ValidationError, RecursionError):
        return True
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return False
    return True


def wrapping(line: bytes) -> str | None:
    """Return the packing of an archive, such as base64, if its first bytes show it, with the repair."""
    if line.startswith(b"eyJ2ZXJnZXIi"):
        return "it is encoded in base64: decode it first"
    if line[257:262] == b"ustar":
        return "it is in a tar file: unpack it first"
    if line.startswith(b"["):
        return "its lines were put into a list: write each on a line of its own"
    return None


def _is_text(line: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        return b"\0" not in line and bool(line.decode())
    return False


_OTHERS = (
    ((b'{"keys":',), "it holds the keys of a server: give them after --key"),
    (
        (b'"signature":', b'"hash":'),
        "it is a checkpoint: give it after --checkpoint, with an archive",
    ),
    ((b'"signature":', b'"root":'), "it is a statement: give it after --against, with an archive"),
    ((b'"title":', b'"status":'), "it is the answer of a server to a request that failed"),
)
"""The bytes that identify other files, with a sentence about each kind."""


def foreign_header(line: bytes) -> str | None:
    """Return the sentence about a file whose first line is no archive header, if the reason is known."""
    if not _is_text(line):
        return "it is no text in UTF-8"
    if line.startswith((b'{"version":', b'{"state":')):
        return "it begins with a later line: its first line is missing"
    if line.strip() == b"{":
        return "its JSON was written over several lines: undo that"
    if line.startswith(b'{"verger":"log"') and not is_json(line):
        return "it is cut off in its first line, or that line was wrapped: copy it as a whole"
    return next((said for signs, said in _OTHERS if all(sign in line for sign in signs)), None)
