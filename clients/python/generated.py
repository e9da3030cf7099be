"""Make the generated modules of the client: the sync half from the async half, and the types from the API document.

The build of the package, `make setup` and `make openapi` run this.
"""

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path(__file__).resolve().parent / "verger_client"
ROOT = PACKAGE.parents[2]

_WORDS = {
    "import anyio": "import time",
    "anyio.sleep": "time.sleep",
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
    """Write each generated module whose text has changed, and remove those without a source."""
    # A source distribution has the generated modules, but neither their generator nor the API document.
    if (ROOT / "openapi" / "openapi.json").exists():
        sys.path.append(str(ROOT))
        from clients.generate import methods, structs, typed_dicts  # noqa: PLC0415, see above

        _write(PACKAGE / "types.py", structs.module())
        _write(PACKAGE / "games.py", typed_dicts.module())
        _write(PACKAGE / "_async" / "operations.py", methods.module())
    sources = {source.name: source for source in (PACKAGE / "_async").glob("*.py")}
    for name, source in sources.items():
        _write(PACKAGE / "_sync" / name, _sync(source.read_text("utf-8")))
    for file in (PACKAGE / "_sync").glob("*.py"):
        if file.name not in sources:
            file.unlink()


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    if not file.exists() or file.read_text("utf-8") != text:
        file.write_text(text, "utf-8")


def _sync(text: str) -> str:
    for word, other in _WORDS.items():
        text = re.sub(word, other, text)
    return text


class Generated(BuildHookInterface[Any]):
    """Writes the generated modules before each build of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the modules, and pack them although git ignores them."""
        del version
        write()
        build_data["artifacts"] += [
            "verger_client/_async/operations.py",
            "verger_client/_sync/*.py",
            "verger_client/games.py",
            "verger_client/types.py",
        ]


if __name__ == "__main__":
    write()
