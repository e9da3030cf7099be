"""Record the fields of each game's state and the number of its form: `python -m tests.service.log.state_shapes`."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.support.shape import shape
from verger.domain.games.rulesets import EDITIONS

FILE = Path(__file__).with_suffix(".json")


class Form(NamedTuple):
    """The number of a form, and a digest of its fields."""

    number: int
    shape: str


Forms = Mapping[str, Form]


def recorded() -> Forms:
    """Return the forms that are recorded, by the edition of the game."""
    return {name: Form(*one) for name, one in json.loads(FILE.read_text()).items()}


def current() -> Forms:
    """Return the forms that this program has."""
    return {
        f"{one.name} {one.version}": Form(one.state_format, shape(one.state_type))
        for one in EDITIONS
    }


def forgotten(before: Forms, now: Forms) -> list[str]:
    """Return the editions whose fields changed and whose number did not."""
    return [
        name
        for name, form in now.items()
        if name in before and form.number == before[name].number and form != before[name]
    ]


def main() -> None:
    """Write the file, unless a number was forgotten."""
    if names := forgotten(recorded(), current()):
        sys.exit(f"Raise state_format of: {', '.join(names)}")
    FILE.write_text(json.dumps(current(), indent=1) + "\n")


if __name__ == "__main__":
    main()
