"""Make moves through the forms of the page. Fields are found by their labels."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.pinned import pinned
from tests.annexes.page.viewer import Viewer

Names = dict[str, str]
"""The names of elements and of other values, by their ids."""

CALLED = {
    "write_node": "Write a node",
    "write_edge": "Write an edge",
    "mark": "Mark an element",
    "claim": "Claim a character",
    "end_turn": "End the turn",
    "relabel": "Reword your text",
    "accept_network": "Accept the network",
}
"""The names of moves on the page, if they are not the words of the move in the API."""
FIELDS = {"other": "To", "node": "Who", "acknowledges": "Alike on purpose"}


def spoken(name: str) -> str:
    """Return the label of a field of the API on the page."""
    return FIELDS.get(name) or name.capitalize().replace("_", " ")


def makes(viewer: Viewer, move: dict[str, Any], names: Names) -> None:
    """Find the form of a move, fill it in and send it."""
    fields = dict(move)
    sent = fields.pop("move")
    name = CALLED.get(sent) or spoken(sent)
    if sent == "tie":
        name += " something new" if isinstance(fields["thing"], dict) else " an existing thing"
    if subject := fields.pop("subject", None):
        name += f": {CALLED[subject['subject']]}"
    if proposal := fields.pop("proposal", None):
        name += f": {names[proposal]}"
    form = pinned(opened(viewer, name, fields, names))
    for field, value in fields.items():
        fill(form, field, value, names)
    button(form).press("Enter")


def unfold(form: Locator) -> None:
    """Show the optional fields of a form."""
    for more in form.locator("summary").filter(has_text="More…", visible=True).all():
        more.press("Enter")


def button(form: Locator) -> Locator:
    """Return the button that makes the move. It has the label of the option."""
    return form.locator("button.main")


def palette(page: Page) -> Locator:
    """Open the list of every move that is open to the seat."""
    page.locator("#who button").first.wait_for(state="attached")
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Your legal moves")
    dialog.get_by_role("option").first.wait_for()
    return dialog


def form_of(page: Page, name: str) -> Locator:
    """Choose a move by its whole name, and return its form."""
    named = palette(page).get_by_text(name, exact=True)
    named.click()
    return page.get_by_role("form", name=name, exact=True)


def opened(viewer: Viewer, name: str, fields: dict[str, Any], names: Names) -> Locator:
    """Open the form with this name. If several forms have the name, open the one that accepts these values."""
    # If a seat can tie several characters, each has a form with its name.
    words = re.escape(name).replace(r"Tie\ ", r"Tie\ (“[^”]*”: )?")
    called = re.compile(rf"^{words}([:,] .*)?$", re.IGNORECASE)
    named = palette(viewer.page).locator("[role=option] > bdi").filter(has_text=called)
    expect(named.first).to_be_visible()
    alike = named.all_inner_texts()
    if len(alike) == 1:
        named.click()
        found = viewer.page.get_by_role("form", name=alike[0], exact=True)
        unfold(pinned(found))
        return found
    viewer.page.keyboard.press("Escape")
    for one in alike:
        found = form_of(viewer.page, one)
        unfold(form := pinned(found))
        if all(takes(form, *field, names) for field in fields.items()):
            return found
    raise AssertionError(f"no form called {name} takes {fields}")


def takes(form: Locator, field: str, value: Any, names: Names) -> bool:
    """Return whether a form has this field. If the field has choices, this value must be one of them."""
    if isinstance(value, dict):
        return form.get_by_role("group", name=spoken(field), exact=True).count() > 0
    found = _input(form, field)
    return found is not None and (not _is_choice(found) or bool(_choice(found, value, names)))


def fill(form: Locator, field: str, value: Any, names: Names) -> None:
    """Put a value into the field of this name."""
    if isinstance(value, dict):
        group = pinned(form.get_by_role("group", name=spoken(field), exact=True))
        for inner, one in value.items():
            fill(group, inner, one, names)
        return
    found = _input(form, field)
    assert found, f"there is no field {field}"
    if _is_choice(found):
        choice = _choice(found, value, names)
        assert choice, f"{field} offers no {value}"
        choose(found, choice)
    else:
        found.fill(value)


def choose(field: Locator, label: str) -> None:
    """Choose in a list, or among radio buttons."""
    if field.evaluate("field => field.localName === 'select'"):
        field.select_option(label=label)
    else:
        field.get_by_label(label, exact=True).check()


def _input(form: Locator, field: str) -> Locator | None:
    """Return the field with this name that is the least deeply nested, or None."""
    few = form.get_by_role("radiogroup", name=spoken(field), exact=True)
    named = form.get_by_label(spoken(field), exact=True).or_(few)
    return pinned(named) if named.count() else None


def _is_choice(field: Locator) -> bool:
    return bool(field.evaluate("field => ['select', 'fieldset'].includes(field.localName)"))


def _choice(field: Locator, value: str, names: Names) -> str | None:
    """Return the choice with this name, or with a longer name that begins with it."""
    said = names.get(value, value)
    offered = field.locator("option, label > bdi").all_inner_texts()
    return next((text for text in offered if text == said or text.startswith(f"{said} ")), None)
