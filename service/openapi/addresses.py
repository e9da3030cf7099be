"""The addresses in API documents, for a server with a base path."""

import re
from typing import Any

from verger.service.base_path import addressed

_SHOWN = ("description", "example", "examples")
"""Members with texts for people. Paths in all other members are relative to the address of the server."""
_OWN = re.compile(r"/(?:v1|docs|watch)\b")
_IN_TEXT = re.compile(r"(?<=\]\()/(?=docs|v1)|(?<=`)/(?=docs/|v1/)")


def below(base: str, part: Any, *, is_shown: bool = False) -> Any:
    """Return a part of a document. Put a base path before the addresses in its texts and examples."""
    match part:
        case dict():
            return {
                name: below(base, value, is_shown=is_shown or name in _SHOWN)
                for name, value in part.items()
            }
        case list() | tuple():
            return [below(base, value, is_shown=is_shown) for value in part]
        case str() if is_shown:
            return addressed(base, part) if _OWN.match(part) else _IN_TEXT.sub(f"{base}/", part)
        case _:
            return part
