"""What axe finds wrong with a page for who sees, hears or points otherwise: nothing, in any light."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")

_RUN = """async (tags) => {
    const found = await axe.run(document, {
        runOnly: { type: "tag", values: tags }, resultTypes: ["violations"],
    });
    return found.violations;
}"""


def no_violations(page: Page, where: str = "") -> None:
    """Assert that axe finds nothing in the page as it stands, light and dark."""
    for light in LIGHTS:
        page.emulate_media(color_scheme=light)
        found = violations(page)
        assert not found, f"{where or page.url}, {light}:\n{_report(found)}"


def violations(page: Page) -> list[Any]:
    """What axe finds, as it tells it.

    Its source goes in over the debugger: no policy of the page is loosened for it.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    found: list[Any] = page.evaluate(_RUN, TAGS)
    return found


def _source() -> str:
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("axe.min.js").read_text()


def _report(found: list[Any]) -> str:
    lines: list[str] = []
    for violation in found:
        lines.append(f"- {violation['id']} ({violation['impact']}): {violation['help']}")
        for node in violation["nodes"]:
            lines.append(f"    {json.dumps(node['target'])} {node['html'][:200]}")
            checks = [*node["any"], *node["all"], *node["none"]]
            lines += [f"        {check['message']}" for check in checks]
    return "\n".join(lines)
