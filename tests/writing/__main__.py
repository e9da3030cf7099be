"""Count hard constructions on each surface, and hold each surface below the limit.

`make check` runs this. `python -m tests.writing README.md` lists the hits of a file, a folder or a surface.
"""

import json
import math
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.support.root import ROOT
from tests.writing import remedies
from tests.writing.constructions import constructions, headings, is_summary
from tests.writing.surfaces import SURFACES, files, read

DOCUMENT = ROOT / "openapi" / "openapi.json"
COMMAND = ".venv/bin/python -m tests.writing"
LIMIT = 0.5
"""The most hits per 1,000 words of a surface."""
LONGEST_LIST = 20


@dataclass
class Count:
    """A surface's words, and the places of its hits."""

    words: int = 0
    hits: list[str] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Hits per 1,000 words, rounded up to a tenth."""
        return math.ceil(10_000 * len(self.hits) / max(1, self.words)) / 10


def count(surface: str, path: str = "") -> Count:
    """Count a whole surface, or only its files below a path."""
    counted, find = Count(), headings if surface == "headings" else constructions
    for reader, patterns in SURFACES[surface].items():
        for name in files(patterns):
            for line, text in read(reader, name) if name.startswith(path) else ():
                counted.words += len(re.findall(r"[A-Za-z][\w'-]*", text))
                counted.hits += (
                    f"{name}:{line + text.count(chr(10), 0, hit.start)}: {hit}"
                    for hit in sorted(find(text), key=lambda hit: hit.start)
                )
    return counted


def long_summaries(document: Mapping[str, Any]) -> list[str]:
    """List the operations whose summary is not a verb and at most five more words."""
    operations = (one for path in document["paths"].values() for one in path.values())
    return sorted(
        one["operationId"]
        for one in operations
        if isinstance(one, dict) and "summary" in one and not is_summary(one["summary"])
    )


def check(counts: Mapping[str, Count], long: Sequence[str]) -> int:
    """Print the table, the places of each surface above the limit, and unfit summaries and remedies."""
    print(f"{'surface':30}{'words':>8}{'hits':>7}{'per 1,000':>11}")
    for name, counted in counts.items():
        print(f"{name:30}{counted.words:8}{len(counted.hits):7}{counted.rate:11.1f}")
    above = [name for name, counted in counts.items() if counted.rate > LIMIT]
    for name in above:
        listed(name, counts[name].hits)
    for id in long:
        print(f"{DOCUMENT.name}: {id}: begin the summary with a verb, in at most six words")
    wrong = remedies.unfit()
    for remedy in wrong:
        print(f"{remedy}: begin the remedy with a verb, and say what the reader can do")
    return 1 if above or long or wrong else 0


def listed(name: str, hits: Sequence[str]) -> None:
    """Print the places of a surface, those on changed lines first."""
    changed = changed_lines()
    first = sorted(hits, key=lambda hit: tuple(hit.split(":")[:2]) not in changed)
    print(f"\n{name} has more than {LIMIT} per 1,000:", *first[:LONGEST_LIST], sep="\n  ")
    if len(hits) > LONGEST_LIST:
        print(f'  … and {len(hits) - LONGEST_LIST} more: {COMMAND} "{name}"')


def changed_lines() -> set[tuple[str, str]]:
    """Find the numbers of the changed lines since the last commit, by file."""
    command = ("git", "diff", "HEAD", "--unified=0", "--no-prefix", "--no-ext-diff", "--no-color")
    diff = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    name, lines = "", set[tuple[str, str]]()
    for file, first, length in re.findall(r"(?m)^\+\+\+ (.*)|^@@ \S+ \+(\d+),?(\d*)", diff):
        name = file or name
        if first:
            numbers = range(int(first), int(first) + int(length or 1))
            lines |= {(name, str(number)) for number in numbers}
    return lines


def show(asked: str) -> int:
    """Print every hit with plain words to use: of a surface, or of a file or folder on all surfaces."""
    surfaces = [asked] if asked in SURFACES else list(SURFACES)
    for surface in surfaces:
        counted = count(surface, "" if asked in SURFACES else asked)
        for hit in counted.hits:
            print(hit)
        if counted.words:
            print(f"{surface}: {len(counted.hits)} in {counted.words} words, {counted.rate}")
    return 0


def main(arguments: Sequence[str]) -> int:
    """Check all surfaces, or show the hits of the named texts."""
    if arguments:
        return max(map(show, arguments))
    with ProcessPoolExecutor() as pool:
        counts = dict(zip(SURFACES, pool.map(count, SURFACES), strict=True))
    return check(counts, long_summaries(json.loads(DOCUMENT.read_text())))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
