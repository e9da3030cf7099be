"""The folder with the files that are not code: migrations, guides, examples of the API document.

In a checkout, and in an image with its files, they are next to the packages. A wheel contains them
(deploy/hatch_build.py), and its packages are below `verger/`.
"""

import json
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "files"

ROOT = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent

EXAMPLES = ROOT / "openapi" / "examples"
"""Captured requests and answers of operations and problems, and samples of recorded play."""


def examples(file: Path) -> list[dict[str, Any]]:
    """Return the examples in a file with one JSON object per line."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]
