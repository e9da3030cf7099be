"""A part of the page that is looked for once: by role and name, all of the page is gone through each time."""

from uuid import uuid4

from playwright.sync_api import Locator

_PIN = """(parts, fresh) => {
    const depth = (part) => { let n = 0; while ((part = part.parentElement?.closest("fieldset"))) n += 1; return n; };
    const least = parts.reduce((least, part) => (depth(part) < depth(least) ? part : least));
    return (least.dataset.pin ??= fresh);
}"""


def pinned(parts: Locator) -> Locator:
    """The one among these that is the least part of another, found by a mark from now on."""
    parts.first.wait_for()
    pin = parts.evaluate_all(_PIN, uuid4().hex)
    return parts.page.locator(f"[data-pin='{pin}']")
