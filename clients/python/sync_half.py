"""Make the sync half of the client from the async half: the same code without waiting for others.

The build of the package and `make setup` run this.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path(__file__).parent / "verger_client"

_WORDS = {
    "import asyncio": "import time",
    "asyncio.sleep": "time.sleep",
    "async def": "def",
    "async with": "with",
    "async for": "for",
    "await ": "",
    "Awaitable, ": "",
    r"Awaitable\[([^\[\]]*)\]": r"\1",
    "AsyncIterator": "Iterator",
    "AsyncGenerator": "Generator",
    "AsyncClient": "Client",
    "asynccontextmanager": "contextmanager",
    "aclosing": "closing",
    "aclose": "close",
    "aread": "read",
    "aiter_": "iter_",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "_async": "_sync",
    r"\bAsync(?=[A-Z])": "",
}
"""The replacements, in this order."""


def write() -> None:
    """Write each module of the sync half whose text has changed."""
    for source in sorted((PACKAGE / "_async").glob("*.py")):
        file = PACKAGE / "_sync" / source.name
        text = _sync(source.read_text("utf-8"))
        file.parent.mkdir(exist_ok=True)
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")


def _sync(text: str) -> str:
    for word, other in _WORDS.items():
        text = re.sub(word, other, text)
    return text


class SyncHalf(BuildHookInterface[Any]):
    """Has every build of the package write the sync half first."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the half, and pack it although git ignores it."""
        del version
        write()
        build_data["artifacts"].append("verger_client/_sync/*.py")


if __name__ == "__main__":
    write()
