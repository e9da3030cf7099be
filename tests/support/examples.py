"""The examples of a page: commands that run in one shell, and the answers that the page shows for them."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.patience import PATIENCE_SECONDS
from tests.support.root import DOCS, ROOT

LINKED = (".venv", "clients", "deploy", "docs")
"""The parts of a clone that commands use."""
_EXAMPLE = re.compile(r"```bash\n(.*?)```(?:(?!```).)*(?:```(json|text)\n(.*?)```)?", re.DOTALL)


class Example(NamedTuple):
    """A command, and the answer that stands after it: JSON, lines of text, or none."""

    command: str
    language: str
    answer: str


def examples(page: str) -> list[Example]:
    """List the examples of a page in their order."""
    return [Example(*found) for found in _EXAMPLE.findall(page)]


def section(page: str, heading: str) -> str:
    """Return the part of a guide below a heading."""
    after = (DOCS / page).read_text().partition(f"\n## {heading}\n")[2]
    return after.partition("\n## ")[0]


def clone(folder: Path) -> Path:
    """Make a folder that looks to commands like the root of a clone, with its own `var/`."""
    (folder / "var").mkdir()
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    return folder


def run(
    commands: Sequence[Example], folder: Path, environment: Mapping[str, str], before: str = ""
) -> list[str]:
    """Run commands one after the other in one shell, and return the output of each."""
    end = "\nprintf '\\0'\n"
    # A program in the background that a failure leaves behind would hold the output open.
    before = f"trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n{before}"
    program = end.join([before, *(one.command for one in commands), ""])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", program],
        cwd=folder,
        env={"PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE_SECONDS,  # for all commands of a page
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split("\0")[1:-1]


def differences(example: Example, printed: str) -> list[str]:
    """List the differences of an answer from the page. If the page shows no answer, each error is a difference."""
    if not example.answer:
        return re.findall(r'"detail":"[^"]*"', printed)
    if example.language == "json":
        return [*_unlike(json.loads(example.answer), json.loads(printed), "")]
    rest = iter(printed.splitlines())
    return [
        f"no line {line!r} in {printed}"
        for line in example.answer.splitlines()
        if not any(_fits(line, given) for given in rest)
    ]


def _unlike(shown: Any, given: Any, at: str) -> Iterator[str]:
    """List the differences from the shown JSON, which can leave out members, and the entries of a list after a last "…"."""
    match shown, given:
        case dict(), dict():
            for name, value in shown.items():
                yield from _unlike(value, given.get(name, "missing"), f"{at}/{name}")
        case [*first, "…"], list() if len(first) <= len(given):
            yield from _unlike(first, given[: len(first)], at)
        case list(), list() if len(shown) == len(given):
            for number, pair in enumerate(zip(shown, given, strict=True)):
                yield from _unlike(*pair, f"{at}/{number}")
        case str(), str() if _fits(shown, given):
            pass
        case _ if shown != given:
            yield f"{at}: {given!r} in place of {shown!r}"


def _fits(shown: str, given: str) -> bool:
    """Return whether a text is the shown text. A shown "…" stands for any text."""
    return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), given) is not None
