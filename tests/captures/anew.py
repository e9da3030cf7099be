"""Record anew what is written out of play: evenings, samples, refusals, the API document and its examples."""

import subprocess
import sys
from pathlib import Path

STEPS = (
    ("python", "-m", "tests.golden.record"),
    ("python", "-m", "tests.golden.sample"),
    ("verger", "openapi"),  # captured answers are held against the schemas of today
    ("python", "-m", "tests.captures.samples"),
    ("python", "-m", "tests.captures.operations"),
    ("python", "-m", "tests.captures.rules"),
    ("verger", "openapi"),
)


def record(folder: Path) -> None:
    """Take every step in a folder that holds the project."""
    for program, *arguments in STEPS:
        subprocess.run(
            [Path(sys.executable).with_name(program), *arguments], cwd=folder, check=True
        )


if __name__ == "__main__":
    record(Path(__file__).parents[2])
