"""Examples as they are kept: one on each line."""

import json
from collections.abc import Iterable
from typing import Any


def lines(examples: Iterable[dict[str, Any]]) -> str:
    """The text of a file of examples."""
    return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in examples)
