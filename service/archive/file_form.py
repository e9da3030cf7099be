"""The changes that other programs make to a file on its way, such as compression, in words."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

_COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"PK": "ZIP",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
}
"""Formats of compressed files, by their first bytes. JSON never begins with these bytes."""
_PAGES = b"<!doctype", b"<html"


def foreign_form(text: bytes) -> str | None:
    """Return the fault of a text that is no plain UTF-8, with the repair, or None.

    The two clients and the page use the same sentences.
    """
    if text.startswith(BOM_UTF8):
        return "it begins with a byte order mark (BOM): remove its first three bytes"
    for sign, name in _COMPRESSED.items():
        if text.startswith(sign):
            return f"it is compressed with {name}: unpack it first"
    # No other JSON has U+0000 among its first characters.
    if text.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or b"\0" in text[:4]:
        return "it is in UTF-16 or UTF-32: save it as UTF-8 without a byte order mark"
    if text.lstrip()[:9].lower().startswith(_PAGES):
        return "it is an HTML page that was saved in its place, such as an error page"
    return None


def line_fault(line: bytes) -> str | None:
    """Return the fault at the end of an archive's line, with the repair, or None."""
    if not line.strip(b"\r\n"):
        return "a line is empty: remove it"
    # JSON escapes this character in texts.
    if b"\r" in line:
        return (
            "a line ends with CR or CR LF, as other systems write lines: change all line ends"
            " to LF, for example with `tr -d '\\r'` if they were CR LF"
        )
    if line.endswith(b"}"):
        return "a line has no line feed at its end: add it"
    return None
