"""Write the table of all characters and their groups: python3.11 -m tests.captures.characters.

Only an interpreter with the pinned version of Unicode can write it. No package is needed. With --check, any
interpreter compares the table with its own Unicode data. It also prints a digest of how the rules read all characters.
"""

import hashlib
import sys
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[2]
FILE = ROOT / "domain" / "core" / "unicode_table.py"
VERSION = "14.0.0"
"""The version of Unicode in the oldest Python that the project supports (3.11)."""

_TEXT = '''"""The groups of all characters in Unicode {version}; written by tests/captures/characters.py."""

# Runs of characters from U+0000 on: the group, and the length of the run as a hexadecimal number.
# - not assigned, L letter with case, M combining mark, N number, O other letter, S symbol, X all others
RUNS = (
{lines}
)
'''
_SURROGATES = range(0xD800, 0xE000)


def own_group(character: str) -> str:
    """Return the group of a character in this interpreter's version of Unicode."""
    category = unicodedata.category(character)
    if category == "Cn":
        return "-"
    if category == "Lo":
        return "O"
    return category[0] if category[0] in "LMNS" else "X"


def module() -> str:
    """Return the source text of the table."""
    groups = map(own_group, map(chr, range(sys.maxunicode + 1)))
    runs = "".join(f"{name}{sum(1 for _ in run):x}" for name, run in groupby(groups))
    lines = "\n".join(f'    "{line}"' for line in wrap(runs, 90, break_on_hyphens=False))
    return _TEXT.format(version=VERSION.removesuffix(".0"), lines=lines)


def differences() -> list[str]:
    """Return the characters that are in another group in this interpreter's version of Unicode."""
    from verger.domain.core.unicode import group  # noqa: PLC0415  # the table may be missing so far

    every = map(chr, range(sys.maxunicode + 1))
    known = [(one, group(one)) for one in every if group(one) != "-"]
    return [hex(ord(one)) for one, of_group in known if own_group(one) != of_group]


def readings() -> Iterator[str]:
    """Return how the rules read each character, also before combining marks."""
    from verger.domain.core.unicode import folded, group, normalized, trimmed, words  # noqa: PLC0415

    for code in range(0x32000):
        if code not in _SURROGATES:
            one = chr(code)
            among = f"e{one}\u0316\u0301 "
            yield f"{normalized('NFC', among)}{normalized('NFKD', one)}{folded(one)}{group(one)}"
            yield f"{trimmed(one)}{len(words(among))}"


def check() -> None:
    """Compare the table with this interpreter, and print the digest of all readings."""
    if found := differences():
        sys.exit(f"other groups in Unicode {unicodedata.unidata_version}: {', '.join(found)}")
    if unicodedata.unidata_version == VERSION and FILE.read_text() != module():
        sys.exit(f"{FILE} is not what this script writes")
    digest = hashlib.sha256()
    for reading in readings():
        digest.update(reading.encode())
    print(digest.hexdigest())  # noqa: T201


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        check()
    elif unicodedata.unidata_version != VERSION:
        sys.exit(f"this Python has Unicode {unicodedata.unidata_version}, not {VERSION}")
    else:
        FILE.write_text(module())
