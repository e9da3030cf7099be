"""The viewer's scripts lie in folders (rooms) on layers (floors): a script imports only from its folder and lower layers."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import urljoin

from tests.support.root import ROOT

FLOORS = (
    ("kit",),
    ("session",),
    ("picture", "time", "why", "banks", "fields"),
    ("board", "play", "archive"),
    ("acting", "seats"),
    ("later.ts",),
    ("main.ts", "worker.ts"),
)
"""The lowest layer first.

Folders of one layer do not import each other. Scripts that a browser starts are in no folder.
"""

SOURCES = ROOT / "web" / "src"
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
SCRIPTS = [
    path.relative_to(SOURCES).as_posix()
    for path in sorted(SOURCES.rglob("*.ts"))
    if path.suffixes == [".ts"]
]
MODULE = re.compile(r"""(?:from|import)\s*["'](\.[^"']+)(?<!\.css)["']""")
"""Matches imports of values and types, but not `import("../later")`, which is allowed in every folder."""


def room(script: str) -> str:
    return PurePosixPath(script).parts[0]


def arrows() -> Iterator[tuple[str, str]]:
    """Yield each script with each script of another folder that it imports."""
    for script in SCRIPTS:
        for name in MODULE.findall((SOURCES / script).read_text()):
            other = urljoin(f"/{script}", f"{name}.ts").removeprefix("/")
            if room(other) != room(script):
                yield script, other


def test_every_folder_of_scripts_has_a_layer() -> None:
    assert {room(script) for script in SCRIPTS} == FLOOR.keys()


def test_no_script_imports_from_another_folder_of_its_layer_or_above() -> None:
    across = list(arrows())
    assert across
    assert [(one, other) for one, other in across if FLOOR[room(other)] >= FLOOR[room(one)]] == []
