"""Write all files that are made from recorded play again: evenings, stories, samples, refusals, the API document."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

OF_PLAY = (
    ("python", "-m", "tests.golden.record"),
    ("python", "-m", "tests.captures.foldings"),
    ("python", "-m", "tests.captures.stories"),
    ("python", "-m", "tests.captures.samples"),
    ("verger", "openapi"),  # The next steps compare answers with the schemas of today.
)
OF_ANSWERS = (
    ("python", "-m", "tests.captures.operations"),
    ("python", "-m", "tests.captures.problems"),
    ("python", "-m", "tests.captures.rules"),
    ("verger", "openapi"),
)


def record(folder: Path, steps: Sequence[Sequence[str]] = (*OF_PLAY, *OF_ANSWERS)) -> None:
    """Run these commands in a folder that contains the project."""
    for program, *arguments in steps:
        subprocess.run(
            [Path(sys.executable).with_name(program), *arguments], cwd=folder, check=True
        )


if __name__ == "__main__":
    record(Path(__file__).parents[2])
