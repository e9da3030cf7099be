"""Where the files lie that are no code: migrations, guides, examples of the API document.

In a checkout, and in the image that one is copied into, they are beside the packages; a wheel has
them within (deploy/hatch_build.py), and the packages below `verger/`.
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
    """The examples in a file of lines, one JSON object a line."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]
