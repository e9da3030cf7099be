"""Archives that other programs changed in transit, and the words that name each change."""

import bz2
import gzip
import io
import lzma
import zipfile
from codecs import BOM_UTF8, BOM_UTF16_BE
from collections.abc import Callable, Mapping


def zipped(archive: bytes) -> bytes:
    """Return the archive in a ZIP file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("evening.ndjson", archive)
    return made.getvalue()


TRAVELLED: Mapping[str, tuple[Callable[[bytes], bytes], str]] = {
    "nothing": (lambda _: b"", "it is empty"),
    "a byte order mark": (lambda archive: BOM_UTF8 + archive, "byte order mark"),
    "UTF-16": (lambda archive: archive.decode().encode("utf-16"), "it is in UTF-16"),
    "UTF-16 of the other order": (
        lambda archive: BOM_UTF16_BE + archive.decode().encode("utf-16-be"),
        "it is in UTF-16",
    ),
    "UTF-16 without a mark": (lambda archive: archive.decode().encode("utf-16-le"), "in UTF-16"),
    "gzip": (gzip.compress, "it is compressed with gzip"),
    "bzip2": (bz2.compress, "it is compressed with bzip2"),
    "xz": (lzma.compress, "it is compressed with xz"),
    "ZIP": (zipped, "it is compressed with ZIP"),
    "a page in its place": (lambda _: b"<!DOCTYPE html>\n<p>Verger</p>\n", "it is an HTML page"),
    "CR LF": (lambda archive: archive.replace(b"\n", b"\r\n"), "CR LF"),
    "CR": (lambda archive: archive.replace(b"\n", b"\r"), "ends with CR"),
    "CR LF from line 5 on": (
        lambda archive: archive.replace(b"\n", b"\r\n").replace(b"\r\n", b"\n", 4),
        "CR LF",
    ),
    "no last line feed": (lambda archive: archive[:-1], "no line feed at its end"),
    "an empty last line": (lambda archive: archive + b"\n", "a line is empty"),
    "an empty line": (lambda archive: archive.replace(b"\n", b"\n\n", 4), "a line is empty"),
}
"""The changes by name, each with a part of the sentence that reports it."""
