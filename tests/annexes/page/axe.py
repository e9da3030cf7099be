"""Check a page with axe, which finds problems for readers with impairments, in the light and the dark theme."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""The only rules with results that depend on the theme."""

_RUN = """async (part, [kind, values]) => {
    const found = await axe.run(part, { runOnly: { type: kind, values }, resultTypes: ["violations"] });
    return found.violations;
}"""


def no_violations(page: Page, part: Locator | None = None) -> None:
    """Assert that axe finds no fault, light and dark, in the current page or in a part of it."""
    found = violations(page, part)
    assert not found, "\n".join([page.url, *found])


def violations(page: Page, part: Locator | None = None) -> list[str]:
    """Return the faults that axe finds, light and dark, each as a few lines."""
    where = part or page.locator("html")
    page.emulate_media(color_scheme="dark")
    dark = _violations(where, "rule", OF_COLOUR)
    page.emulate_media(color_scheme="light")
    light = _violations(where, "tag", TAGS)
    return [_report(lit, one) for lit, many in (("dark", dark), ("light", light)) for one in many]


def _violations(where: Locator, kind: str, values: Sequence[str]) -> list[Any]:
    """Return the faults as axe reports them.

    Playwright injects axe with the debugger, so the page keeps its content security policy.
    """
    if not where.page.evaluate("'axe' in window"):
        where.page.evaluate(_source())
    found: list[Any] = where.evaluate(_RUN, [kind, values])
    return found


@cache
def _source() -> str:
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("axe.min.js").read_text()


def _report(lit: str, violation: Any) -> str:
    lines = [f"- {lit}, {violation['id']} ({violation['impact']}): {violation['help']}"]
    for node in violation["nodes"]:
        lines.append(f"    {json.dumps(node['target'])} {node['html'][:200]}")
        checks = [*node["any"], *node["all"], *node["none"]]
        lines += [f"        {check['message']}" for check in checks]
    return "\n".join(lines)
