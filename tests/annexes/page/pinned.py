"""Find a part of the page only once. A search by role and name goes through the whole page each time."""

from uuid import uuid4

from playwright.sync_api import Locator

_PIN = """(parts, fresh) => {
    const depth = (part) => { let n = 0; while ((part = part.parentElement?.closest("fieldset"))) n += 1; return n; };
    const least = parts.reduce((least, part) => (depth(part) < depth(least) ? part : least));
    return (least.dataset.pin ??= fresh);
}"""


def pinned(parts: Locator) -> Locator:
    """Mark the least deeply nested of these parts, and return a locator that finds it by the mark."""
    parts.first.wait_for()
    pin = parts.evaluate_all(_PIN, uuid4().hex)
    return parts.page.locator(f"[data-pin='{pin}']")
