"""Find the files that are not code: migrations, guides, and the examples of the API document.

In a checkout and in an image, these files are next to the packages. In a wheel, they are inside the
package `verger` (deploy/hatch_build.py).
"""

import json
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_SHIPPED = _PACKAGE / "files"

ROOT = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent

EXAMPLES = ROOT / "openapi" / "examples"
"""The folder with captured requests and answers of operations, captured problems, and samples of recorded play."""


def examples(file: Path) -> list[dict[str, Any]]:
    """Return the examples in a file with one JSON object per line."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]
