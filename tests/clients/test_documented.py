"""The versions of generators and linters in the guide are the pinned versions."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version

from verger.service.root import ROOT

NPM = ("tests/clients/typescript", "openapi/lint")
NAMES = {
    "openapi-generator": "openapi-generator-cli",
    "hey-api": "@hey-api/openapi-ts",
    "Spectral": "@stoplight/spectral-cli",
    "Redocly CLI": "@redocly/cli",
    "AsyncAPI parser": "@asyncapi/parser",
}


def test_the_guide_names_the_pinned_versions() -> None:
    pinned = dict(versions())
    rows = re.findall(r"^\| ([\w -]+?)(?: with .*?|, .*?)? \| ([\d.]+) \|", GUIDE, re.MULTILINE)
    assert len(rows) == 14
    assert rows == [(name, pinned[NAMES.get(name, name)]) for name, _ in rows]


def versions() -> Iterator[tuple[str, str]]:
    """Yield the name and version of each pinned package."""
    lock = (ROOT / "requirements" / "clients.lock").read_text()
    yield from re.findall(r"^([\w.-]+)==([\w.]+)", lock, re.MULTILINE)
    for folder in NPM:
        package = json.loads((ROOT / folder / "package.json").read_text())
        yield from package["devDependencies"].items()
    yield "openapi-python-client", version("openapi-python-client")


GUIDE = (ROOT / "docs" / "bot.md").read_text()
