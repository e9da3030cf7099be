"""The API document that the clients are generated from."""

import json
from functools import cache
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]


@cache
def document() -> Schema:
    """Read the API document."""
    found: Schema = json.loads((ROOT / "openapi" / "openapi.json").read_text("utf-8"))
    return found
