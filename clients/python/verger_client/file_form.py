"""Names of the changes that other programs make to an archive in transit, such as compression."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"PK": "ZIP",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
}
"""The first bytes of each kind of compressed file."""
PAGES = b"<!doctype", b"<html"


def foreign_form(line: bytes) -> str:
    """Return the kind of a file whose first line is no line of an archive; empty if the kind is unknown."""
    if not line:
        return "it is empty"
    if line.startswith(BOM_UTF8):
        return "it begins with a byte order mark (BOM): remove its first three bytes"
    for sign, name in COMPRESSED.items():
        if line.startswith(sign):
            return f"it is compressed with {name}: unpack it first"
    if line.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or b"\0" in line[:4]:
        return "it is in UTF-16 or UTF-32: save it as UTF-8 without a byte order mark"
    if line.lstrip()[:9].lower().startswith(PAGES):
        return "it is an HTML page that was saved in its place, such as an error page"
    return ""


def line_fault(line: bytes) -> str:
    """Return the fault at the end of a line; empty if there is none."""
    if not line.strip(b"\r\n"):
        return "a line is empty: remove it"
    if b"\r" in line:
        return "a line ends with CR or CR LF: change all line ends to LF"
    if line.endswith(b"\n"):
        return ""
    if line.endswith(b"}"):
        return "a line has no line feed at its end: add it"
    return "it ends in the middle of a line: copy it as a whole"
