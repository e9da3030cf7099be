"""The terms of the glossary. Their first use on another page links to their entry."""

import re
from collections.abc import Mapping

from verger.service.annexes.portal.markdown import parts

PAGE = "concepts"
_SPECIAL = {"Words in the code", "Words of the games"}
"""Chapters of the glossary without links, because their words mean something else on most pages."""
_EVERYDAY = {
    "app", "approval", "ask", "bookmark", "branch", "challenge", "command", "commit", "commitment", "decision", "options",
    "permission", "rejection", "scope", "statement", "stub", "table", "token", "version", "via",
}  # fmt: skip
"""Terms without links, because pages also use them as everyday words. Other terms of the same entry have links."""


def terms(text: str) -> Mapping[str, str]:
    """Return the address of the entry of each term in the glossary's text."""
    found: dict[str, str] = {}
    chapter = ""
    for heading, _ in parts(text):
        if heading.level == 2:
            chapter = heading.text
        elif heading.level > 2 and chapter not in _SPECIAL:
            named = {term.strip().lower() for term in re.split("[(),]", heading.text)}
            found |= dict.fromkeys(named - _EVERYDAY - {""}, f"/docs/{PAGE}#{heading.anchor}")
    return found
