"""The sync half of the Python client, made of the async one: the same code without waiting for others."""

import re
from pathlib import Path

from service.root import ROOT

PACKAGE = ROOT / "clients" / "python" / "verger_client"

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
"""What is written otherwise, in this order."""


def halves() -> dict[Path, str]:
    """Each module of the sync half, by its path."""
    sources = sorted((PACKAGE / "_async").glob("*.py"))
    return {PACKAGE / "_sync" / source.name: _sync(source.read_text("utf-8")) for source in sources}


def _sync(text: str) -> str:
    for word, other in _WORDS.items():
        text = re.sub(word, other, text)
    return text
