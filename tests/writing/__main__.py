"""Count hard constructions on each surface, and hold each surface below its limit.

`make check` runs this. `python -m tests.writing README.md` lists the hits of a file, a folder or a
surface. `python -m tests.writing --write` lowers the limits to the measured rates, and
never raises one.
"""

import json
import math
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.root import ROOT
from tests.writing import remedies
from tests.writing.constructions import constructions, headings, is_summary
from tests.writing.surfaces import SURFACES, files, read

LIMITS = Path(__file__).with_name("limits.json")
DOCUMENT = ROOT / "openapi" / "openapi.json"
COMMAND = ".venv/bin/python -m tests.writing"
TARGET = 2.0
"""The hits per 1,000 words that no surface should exceed; limits stop falling here."""
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


def lowered(limits: Mapping[str, Any], rates: Mapping[str, float]) -> Any:
    """Lower the limits to these rates, but not below the target; a new surface gets its rate."""
    known = limits["surfaces"]
    surfaces = {name: max(TARGET, min(rate, known.get(name, rate))) for name, rate in rates.items()}
    return {"surfaces": surfaces}


def check(limits: Mapping[str, Any], counts: Mapping[str, Count], long: Sequence[str]) -> int:
    """Print the table, the places of each surface above its limit, and unfit summaries and remedies."""
    print(f"{'surface':30}{'words':>8}{'hits':>7}{'per 1,000':>11}{'limit':>7}")
    above = []
    for name, counted in counts.items():
        limit = limits["surfaces"].get(name, TARGET)
        note = "  above the limit" if counted.rate > limit else ""
        above += [name] if note else []
        figures = f"{counted.words:8}{len(counted.hits):7}{counted.rate:11.1f}{limit:7.1f}"
        print(f"{name:30}{figures}{note}")
    for name in above:
        listed(name, counts[name].hits)
    for id in long:
        print(f"{DOCUMENT.name}: {id}: begin the summary with a verb, in at most six words")
    wrong = remedies.unfit()
    for remedy in wrong:
        print(f"{remedy}: begin the remedy with a verb, and say what the reader can do")
    rates = {name: counted.rate for name, counted in counts.items()}
    if not (above or wrong) and lowered(limits, rates) != limits:
        print(f"Lower the limit: {COMMAND} --write")
    return 1 if above or long or wrong else 0


def listed(name: str, hits: Sequence[str]) -> None:
    """Print the places of a surface, those on changed lines first."""
    changed = changed_lines()
    first = sorted(hits, key=lambda hit: tuple(hit.split(":")[:2]) not in changed)
    print(f"\n{name}:", *first[:LONGEST_LIST], sep="\n  ")
    if len(hits) > LONGEST_LIST:
        print(f'  … and {len(hits) - LONGEST_LIST} more: {COMMAND} "{name}"')


def changed_lines() -> set[tuple[str, str]]:
    """Find the lines that differ from the last commit, by file."""
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
    """Print every hit of a surface, or of a file or folder on all surfaces, with plain words."""
    surfaces = [asked] if asked in SURFACES else list(SURFACES)
    for surface in surfaces:
        counted = count(surface, "" if asked in SURFACES else asked)
        for hit in counted.hits:
            print(hit)
        if counted.words:
            print(f"{surface}: {len(counted.hits)} in {counted.words} words, {counted.rate}")
    return 0


def main(arguments: Sequence[str]) -> int:
    """Check all surfaces, lower their limits, or show the hits of the named texts."""
    named = [argument for argument in arguments if argument != "--write"]
    if named:
        return max(map(show, named))
    with ProcessPoolExecutor() as pool:
        counts = dict(zip(SURFACES, pool.map(count, SURFACES), strict=True))
    limits = json.loads(LIMITS.read_text())
    long = long_summaries(json.loads(DOCUMENT.read_text()))
    if "--write" in arguments:
        limits = lowered(limits, {name: one.rate for name, one in counts.items()})
        LIMITS.write_text(json.dumps(limits, indent=2) + "\n")
    return check(limits, counts, long)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
