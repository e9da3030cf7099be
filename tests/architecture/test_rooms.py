"""Every important folder has a short README, and the modules that the README names exist."""

import re
from pathlib import Path

import pytest

from tests.architecture.source import DOMAIN, GAMES

ROOT = DOMAIN.parent
WINGS = [ROOT / name for name in ("domain", "projections", "service")]
ROOMS = [
    *WINGS,
    ROOT / "tests",
    ROOT / "clients",
    ROOT / "clients" / "python",
    ROOT / "clients" / "typescript",
    *(path.parent for wing in WINGS for path in wing.glob("*/__init__.py")),
    *(path.parent for path in (ROOT / "service/annexes").glob("*/__init__.py")),
    *(path.parent for path in GAMES.glob("*/README.md")),
]
"""A game needs no README. If it has one, the same rules apply to it."""
LINES = 15

MODULE = re.compile(r"`([\w/]+\.py)`")


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: str(room.relative_to(ROOT)))
def test_the_readme_of_a_folder_is_short_and_says_where_to_begin(room: Path) -> None:
    text = (room / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") <= LINES
    assert re.search(r"\bBegin (with|at)\b", text)
    assert [name for name in MODULE.findall(text) if not there(room, name)] == []


def there(room: Path, name: str) -> bool:
    """Return whether a module exists at this path in the folder, its direct subfolders, the folder above, or the root."""
    return any((base / name).exists() for base in (room, room.parent, ROOT, *room.glob("*/")))
