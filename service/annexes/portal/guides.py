"""Pages that are files of the repository: those of `docs/`, and others that readers need."""

import posixpath
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from verger.service.annexes.portal.page import PortalPage
from verger.service.root import ROOT

ELSEWHERE = {
    "CHANGELOG.md": "changelog",
    "deploy/README.md": "deploying",
}
"""Files outside of `docs/`, by the paths of their pages."""

FILES = {
    str(file.relative_to(ROOT / folder)): file
    for folder, kind in (
        ("docs", "*.py"),
        ("docs", "pictures/*.webp"),
        ("clients/typescript", "verger-client/*.js"),
    )
    for file in sorted((ROOT / folder).glob(kind))
}
"""Programs, pictures and scripts that pages link to."""

_DOCUMENTS = ("openapi/openapi.json", "openapi/asyncapi.json")
"""Documents that the server has under `/v1`."""

_CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\((?!https?:|/|#)([^)\s#]+)(#[^)\s]*)?\)")
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)


def pages() -> Iterable[PortalPage]:
    """Yield every guide, in no particular order."""
    files = sorted((ROOT / "docs").rglob("*.md"))
    known = {str(file.relative_to(ROOT)): _path(file) for file in files} | ELSEWHERE
    for file, path in known.items():
        text = _COMMENT.sub("", (ROOT / file).read_text("utf-8"))
        yield PortalPage(path, _title(text), _addressed(text, file, known))


def _path(file: Path) -> str:
    """Return the path of the page of a file in `docs/`; an index is the page of its folder."""
    parts = file.relative_to(ROOT / "docs").with_suffix("").parts
    return "/".join(part for part in parts if part != "index")


def _title(text: str) -> str:
    return text.partition("\n")[0].removeprefix("# ")


def _addressed(text: str, file: str, known: dict[str, str]) -> str:
    """Return the text with its relative links as addresses of this server. A link to any other file becomes its label."""

    def led(found: re.Match[str]) -> str:
        label, target, anchor = found[1], found[2], found[3] or ""
        address = _address(posixpath.normpath(posixpath.join(posixpath.dirname(file), target)))
        return f"[{label}]({address}{anchor})" if address else label

    def _address(target: str) -> str:
        if target in _DOCUMENTS:
            return f"/v1/{posixpath.basename(target)}"
        name = target.removeprefix("docs/")
        if name in FILES:
            return f"/docs/{name}"
        path = known.get(target)
        return "" if path is None else f"/docs/{path}".rstrip("/")

    return outside_code(text, lambda part: _LINK.sub(led, part))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return the text with a change everywhere except in code."""
    code: list[str] = []

    def hidden(found: re.Match[str]) -> str:
        code.append(found[0])
        return f"\0{len(code) - 1}\0"

    changed = change(_CODE.sub(hidden, text))
    return re.sub("\0(\\d+)\0", lambda found: code[int(found[1])], changed)
