"""Examples as they are kept: one on each line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_COMPONENT = '{"component": '


def lines(examples: Iterable[dict[str, Any]]) -> str:
    """The text of a file of examples."""
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in examples)


def of_components(path: Path) -> str:
    """The lines of a file that are examples of components."""
    return "".join(line for line in _kept(path) if line.startswith(_COMPONENT))


def of_play(path: Path) -> str:
    """The other lines of a game's file: samples of what was played."""
    return "".join(line for line in _kept(path) if not line.startswith(_COMPONENT))


def _kept(path: Path) -> list[str]:
    return path.read_text().splitlines(keepends=True) if path.exists() else []
