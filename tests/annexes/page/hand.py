"""Make moves in a window with mouse and keyboard, as a person would. Clicks, keys and texts are counted."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.annexes.page.pinned import pinned
from tests.annexes.page.viewer import Viewer

Fields = Mapping[str, Any]
"""The values to fill in, by the labels of the page. A value is a text to type or choose, a boolean for a
box, a list of values, or a part with its own fields."""

KIND = "Kind"
"""The key for the choice between several kinds of a part."""

_IS_FOCUSED = "field => field === document.activeElement"
_IS_TAKEN = """(before) => document.querySelector("[role=menu]")?.checkVisibility()
    || document.querySelector("input[type=range]").value !== before"""
_IS_FILLED = """(before) => [...document.querySelectorAll("form")].some((one) => one.checkVisibility())
    || document.querySelector("input[type=range]").value !== before"""
_PAPER = """node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const around = [...Array(16).keys()].map((n) => [Math.cos((n * Math.PI) / 8), Math.sin((n * Math.PI) / 8)]);
    return around.map(([x, y]) => [left + width / 2 + x * (width / 2 + 9), top + height / 2 + y * (height / 2 + 9)]).find(
        (spot) => document.elementFromPoint(...spot)?.closest(".canvas, [data-id]")?.matches(".canvas"));
}"""
"""Returns a point next to a node, in an empty part of the picture."""
_CHOSEN = "field => field.selectedOptions[0]?.label"


class Hand:
    """The mouse and the keyboard of a window. It counts how often each is used."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.did: Counter[str] = Counter()

    @property
    def page(self) -> Page:
        """The page that the window shows."""
        return self.viewer.page

    def click(self, what: Locator) -> None:
        """Click on something."""
        self.did["clicks"] += 1
        what.click()

    def press(self, key: str) -> None:
        """Press a key, with the focus at any place."""
        self.did["keys"] += 1
        self.page.keyboard.press(key)

    def drags(self, what: Locator, onto: Locator) -> None:
        """Drag one thing onto another."""
        self.did["clicks"] += 1
        for one in (what, onto):
            one.scroll_into_view_if_needed()
            box = one.bounding_box()
            assert box
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            if one is what:
                expect(self.page.locator(".canvas .open").first).to_be_attached()
                self.page.mouse.down()
        self.page.mouse.up()

    def types(self, field: Locator, text: str) -> None:
        """Type into a field. To give it the focus, press Tab. If that does not help, click."""
        if not field.evaluate(_IS_FOCUSED):
            self.page.keyboard.press("Tab")
        if not field.evaluate(_IS_FOCUSED):
            self.click(field)
        self.did["texts"] += 1
        field.fill(text)

    def chooses(self, field: Locator, label: str) -> None:
        """Choose a value in a drop-down list, which takes two clicks. Do nothing if it is already chosen."""
        if field.evaluate(_CHOSEN) != label:
            self.did["clicks"] += 2
            field.select_option(label=label)

    def ticks(self, box: Locator, *, is_on: bool = True) -> None:
        """Tick a box, or remove its tick."""
        if box.is_checked() != is_on:
            self.click(box)

    def makes(
        self,
        called: str,
        fields: Fields | None = None,
        *,
        at: str = "",
        onto: str = "",
        near: str = "",
        item: str = "",
    ) -> None:
        """Make the move with this name in the shortest way.

        The first way is a button on the question. The second is on the picture: the element `at`,
        perhaps dragged `onto` another, or the paper `near` one. The last way is the form.
        """
        fields = fields or {}
        if answer := self._at_once(called, fields):
            asks_again = "destroys" in (answer.get_attribute("class") or "")
            self.click(answer)
            if asks_again:
                self.click(answer)
            return
        form = self._opened(called, at, onto, near, item or called)
        if form and form.and_(self.page.locator(".slip")).count():
            self._writes(form, fields, known={at, onto, item})
        elif form:
            fill(self, form := pinned(form), fields)
            self.click(form.locator("button.main"))

    def _opened(self, called: str, at: str, onto: str, near: str, item: str) -> Locator | None:
        """Open a form on the picture if an element is given, or else by its name. Return it, or None if the move is made."""
        element, other, beside = (self.element(name) if name else None for name in (at, onto, near))
        if beside:
            return self._on_paper(beside)
        if element and other:
            return self._joined(element, other, item)
        return self._at_element(element, item) if element else self.form(called)

    def _on_paper(self, node: Locator) -> Locator:
        """Double-click on the paper next to a node, and return the form that this opens."""
        x, y = node.evaluate(_PAPER)
        self.did["clicks"] += 1
        self.page.mouse.dblclick(x, y)
        slip = self.page.locator("form.slip")
        slip.wait_for()
        return slip

    def _writes(self, slip: Locator, fields: Fields, known: set[str]) -> None:
        """Write the texts of a slip (a small form on the picture). Enter ends each text, and makes the move after the last.

        If the slip lacks a field, fill in the whole form of the move.
        """
        texts = {label: text for label, text in _leaves(fields) if text not in known}
        asked = slip.locator("label").all_inner_texts()
        if texts.keys() == set(asked):
            for label in asked:
                self.types(slip.get_by_label(label, exact=True), texts[label])
                self.page.keyboard.press("Enter")
            return
        self.click(slip.get_by_role("button", name="More…"))
        form = self.page.locator("form:not(.slip)").filter(has=self.page.locator("button.main"))
        fill(self, form := pinned(form.filter(visible=True).first), fields)
        self.click(form.locator("button.main"))

    def element(self, name: str) -> Locator | None:
        """Return an element of the picture by its name. None if it has no moves."""
        called = re.compile(rf"(^|—){re.escape(name)}[!X]*( ·|→|$)")
        found = self.page.locator(".canvas").get_by_role("button", name=called)
        if not found.count():
            return None
        # People click on the label of an edge, and not on its line.
        id = found.first.evaluate("part => part.closest('[data-id]').dataset.id")
        says = self.page.locator(f".canvas .says[data-id='{id}']")
        return says if says.count() else found.first

    def _joined(self, element: Locator, other: Locator, item: str) -> Locator | None:
        """Join one element to another.

        Return the form that this opens, or None if the move is made at once.
        """
        before = self.viewer.slider.input_value()
        self.drags(element, other)
        is_over = f"before => ({_IS_TAKEN})(before) || ({_IS_FILLED})(before)"
        self.page.wait_for_function(is_over, arg=before)
        return self._chosen(item, before)

    def _at_element(self, element: Locator, item: str) -> Locator | None:
        """Choose a move at an element.

        Return the form that it opens, or None if it is made at once.
        """
        before = self.viewer.slider.input_value()
        self.click(element)
        self.page.wait_for_function(_IS_TAKEN, arg=before)
        return self._chosen(item, before)

    def _chosen(self, item: str, before: str) -> Locator | None:
        """Choose an item if a menu has opened. Return the open form, or None."""
        if (chosen := self.page.get_by_role("menuitem", name=_like(item))).count():
            self.click(chosen.first)
            self.page.wait_for_function(_IS_FILLED, arg=before)
        form = self.page.locator("form").filter(visible=True, has=self.page.locator("button.main"))
        return form.first if form.count() else None

    def _at_once(self, called: str, fields: Fields) -> Locator | None:
        """Return the button of the question that makes the move without a form, or None."""
        choices = [
            f"{name}: {value}" for label, value in fields.items() for name in (called, label)
        ]
        for name in (*choices, called) if len(fields) == 1 else (called,):
            answer = self.answer(name)
            text = answer.inner_text() if answer else "…"
            # A name with a colon is followed by a choice, perhaps another one.
            if "…" not in text and (name != called or not fields or ":" not in text):
                return answer
        return None

    def answer(self, called: str) -> Locator | None:
        """Return the button with this name on the question for this seat, or None."""
        asked = self.page.get_by_role("region", name="The question for you")
        buttons = asked.get_by_role("button", name=begins(called)).filter(visible=True)
        return buttons.first if buttons.count() else None

    def form(self, called: str) -> Locator:
        """Open the form with this name, from the question if it has a button for it, or else from all moves."""
        form = self.page.get_by_role("form", name=begins(called)).filter(visible=True)
        if answer := self.answer(called):
            self.click(answer)
            expect(self.page.get_by_role("form").filter(visible=True).first).to_be_visible()
        if not form.count():
            self._among_all(called)
        return form.first

    def _among_all(self, called: str) -> None:
        """Open the form of a move from the list of all moves. Use the palette if the page has one."""
        if self._has_palette:
            self.press("Control+k")
            self.did["texts"] += 1
            self.page.keyboard.type(called)
            self.click(self._listed.filter(has_text=begins(called)).first)
            return
        tab = self.page.get_by_role("tab", name="Play", exact=True)
        if tab.get_attribute("aria-selected") != "true":
            self.click(tab)
        self.click(self._listed.filter(has_text=begins(called)).first)

    @property
    def _has_palette(self) -> bool:
        return self.page.get_by_role("button", name="Moves").count() > 0

    @property
    def _listed(self) -> Locator:
        """The names of moves in the list of all moves."""
        if self._has_palette:
            return self.page.get_by_role("dialog").locator("[role=option] > bdi")
        return self.viewer.panel("Play").locator("details.move > summary")

    @property
    def question(self) -> str:
        """Return the text of the question to the seat."""
        asked = self.page.get_by_role("region", name="The question for you")
        return asked.inner_text() if asked.count() else ""

    def may(self, called: str) -> bool:
        """Return whether a move of this name is open to the seat."""
        return any(begins(called).search(name) for name in self.offers())

    def offers(self) -> list[str]:
        """Return the names of all legal moves of the seat, as the list shows them."""
        if not self._has_palette:
            self.viewer.tab("Play")
            self.viewer.settled()
            return self._listed.all_inner_texts()
        self.page.keyboard.press("Control+k")
        expect(self._listed.first).to_be_visible()
        names = self._listed.all_inner_texts()
        self.page.keyboard.press("Escape")
        return names


def begins(called: str) -> re.Pattern[str]:
    """Match a label that begins with this name, followed by a price or a detail."""
    return re.compile(rf"^\s*{re.escape(called)}(?=$|[:,…]|\s+[\u2013(])", re.IGNORECASE)


def fill(hand: Hand, place: Locator, fields: Fields) -> None:
    """Fill in these fields, in this order."""
    for label, value in fields.items():
        if label == KIND and (kind := _kind(place)):
            hand.chooses(kind, _offered(kind, value))
        else:
            _fill(hand, place, label, value)


def _leaves(fields: Fields) -> Iterator[tuple[str, Any]]:
    """Yield each value to fill in with its label, including values within parts and lists."""
    for label, value in fields.items():
        if isinstance(value, Mapping):
            yield from _leaves(value)
        elif isinstance(value, Sequence) and not isinstance(value, str):
            for one in value:
                yield from _leaves(one) if isinstance(one, Mapping) else [(label, one)]
        else:
            yield label, value


def _kind(place: Locator) -> Locator | None:
    """Return the list for the kind of a part, if it has one. A field with the label “Kind” is another thing."""
    kind = place.get_by_role("combobox", name=re.compile("^Kind of ")).filter(visible=True)
    return kind.first if kind.count() else None


def _fill(hand: Hand, place: Locator, label: str, value: Any) -> None:
    if isinstance(value, Mapping):
        fill(hand, _part(hand, place, label), value)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        _several(hand, place, label, value)
    elif isinstance(value, bool):
        hand.ticks(_found(hand, place, label), is_on=value)
    else:
        _one(hand, place, label, value)


def _one(hand: Hand, place: Locator, label: str, value: str) -> None:
    field = _found(hand, place, label)
    radios = field.get_by_role("radio")
    if radios.count():
        hand.ticks(field.get_by_role("radio", name=_like(value)).first)
    elif field.evaluate("field => field.localName === 'select'"):
        hand.chooses(field, _offered(field, value))
    else:
        hand.types(field, value)


def _several(hand: Hand, place: Locator, label: str, values: Sequence[Any]) -> None:
    """Fill in a list: add its parts, or tick its boxes."""
    group = _found(hand, place, label)
    for n, value in enumerate(values, 1):
        if not isinstance(value, Mapping):
            hand.ticks(group.get_by_role("checkbox", name=_like(value)).first)
        elif group.locator(".roster").count():
            hand.ticks(group.get_by_role("checkbox", name=_like(value[KIND])).first)
            more = {name: one for name, one in value.items() if name != KIND}
            fill(hand, pinned(_group(group, value[KIND])), more)
        else:
            if not (entry := _group(group, f"{label} {n}")).count():
                hand.click(group.get_by_role("button", name=re.compile("^Add ")).last)
            fill(hand, pinned(entry.first), value)


def _part(hand: Hand, place: Locator, label: str) -> Locator:
    """Return the part with this name. An optional part is added first."""
    group = _found(hand, place, label)
    if not group.get_by_role("group").count():
        hand.click(group.get_by_role("button", name=re.compile("^Add ")).first)
    return group


def _found(hand: Hand, place: Locator, label: str) -> Locator:
    """Return the least deeply nested field with this name. An optional field is shown first."""
    named = place.get_by_label(label, exact=True).or_(_group(place, label)).filter(visible=True)
    if not named.count():
        for more in place.locator("summary").filter(has_text="More…", visible=True).all():
            hand.click(more)
    return pinned(named)


def _group(place: Locator, label: str) -> Locator:
    """Return a part or a group of radio buttons, by its legend."""
    return place.locator(f"fieldset:has(> legend:visible:text-is({json.dumps(label)}))")


def _offered(choice: Locator, value: str) -> str:
    """Return the option of a list with this name, or with a longer name that begins with it."""
    offered = choice.get_by_role("option").all_inner_texts()
    found = [one for one in offered if _like(value).search(one)]
    assert found, f"{value} is not among {offered}"
    return found[0]


def _like(value: str) -> re.Pattern[str]:
    """Match a text that begins with these words, such as a skill with its rating."""
    return re.compile(rf"^\s*{re.escape(value)}(?!\w)", re.IGNORECASE)
