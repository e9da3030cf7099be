"""What axe finds wrong with a page for who sees, hears or points otherwise: nothing, in any light."""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OF_COLOUR = ("color-contrast", "link-in-text-block")
"""All that another light changes."""

_RUN = """async ([kind, values]) => {
    const found = await axe.run(document, { runOnly: { type: kind, values }, resultTypes: ["violations"] });
    return found.violations;
}"""


def no_violations(page: Page, where: str = "") -> None:
    """Assert that axe finds nothing in the page as it stands, light and dark."""
    page.emulate_media(color_scheme="dark")
    dark = _violations(page, "rule", OF_COLOUR)
    page.emulate_media(color_scheme="light")
    light = _violations(page, "tag", TAGS)
    report = [
        _report(f"{where or page.url} {lit}", found)
        for lit, found in (("dark", dark), ("light", light))
        if found
    ]
    assert not report, "\n".join(report)


def _violations(page: Page, kind: str, values: Sequence[str]) -> list[Any]:
    """What axe finds, as it tells it.

    Its source goes in over the debugger: no policy of the page is loosened for it.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found: list[Any] = page.evaluate(_RUN, [kind, values])
    return found


def _source() -> str:
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("axe.min.js").read_text()


def _report(where: str, found: list[Any]) -> str:
    lines = [f"{where}:"]
    for violation in found:
        lines.append(f"- {violation['id']} ({violation['impact']}): {violation['help']}")
        for node in violation["nodes"]:
            lines.append(f"    {json.dumps(node['target'])} {node['html'][:200]}")
            checks = [*node["any"], *node["all"], *node["none"]]
            lines += [f"        {check['message']}" for check in checks]
    return "\n".join(lines)
