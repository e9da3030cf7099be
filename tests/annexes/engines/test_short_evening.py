"""A short evening by mouse and keyboard, in the engines of Chromium, Firefox and Safari."""

from tests.annexes.engines.hand import ENTER, Hand
from tests.annexes.page.table import demonstration
from tests.annexes.page.test_rolling import fights
from tests.support.client import Player, Table
from tests.support.server import Server

DECLARED = 90
"""The number of moves up to the demonstration's first declaration, by Cy. Ann, Bo and Dee are asked."""
NODE = ".canvas .node > .shape"
SLIP, FORM = "form.slip", "form:not(.slip)"
_SMALL_LABELS = """() => [...new Set([...document.querySelectorAll(".canvas.fought .far > .says:not(.onway)")]
    .map((label) => getComputedStyle(label).opacity))]"""
"""The opacities of the small labels in a conflict. Larger copies stand in their place."""
RIGHT = 2
"""The button of the mouse that opens a menu."""


def sits(hand: Hand, server: Server, player: Player) -> None:
    """Open the page of a seat."""
    hand.driver.goes(f"{server.url}/watch/{player.session}#token={player.token}")
    hand.shows(player.head)


def consented(hand: Hand, table: Table, declaration: str, *names: str) -> None:
    """Have other seats consent. Their moves arrive by the stream."""
    for name in names:
        table[name].moves("consent", declaration=declaration)
    hand.shows(table["Bo"].head)


def test_a_short_evening_is_played(hand: Hand, server: Server) -> None:
    table = demonstration(server.http, DECLARED)
    sits(hand, server, table["Bo"])
    answers_by_a_click(hand, table)
    joins_two_nodes_by_a_drag(hand, table)
    chooses_in_a_menu(hand)
    creates_by_a_form(hand, table)
    rolls(hand, table)
    head = table["Bo"].head
    hand.driver.reloads()
    hand.shows(head)
    hand.sees(NODE, "The Lamp Kite")


def answers_by_a_click(hand: Hand, table: Table) -> None:
    head = table["Bo"].head
    hand.clicks("#question button", "Consent")
    hand.shows(head + 1)
    consented(hand, table, "d1", "Ann", "Dee")
    hand.sees(NODE, "The Ninth Bell")


def joins_two_nodes_by_a_drag(hand: Hand, table: Table) -> None:
    head = table["Bo"].head
    hand.drags((NODE, "Drowned Bells"), (NODE, "Debt"))
    assert not hand.driver.run("() => String(getSelection())"), "the drag has selected text"
    hand.sees(f"{SLIP} label", "Label")
    hand.types(f"lends to{ENTER}It was so.")
    hand.clicks(f"{SLIP} button.main")
    hand.shows(head + 1)
    consented(hand, table, "d2", "Ann", "Cy", "Dee")


def chooses_in_a_menu(hand: Hand) -> None:
    hand.clicks(NODE, "Drowned Bells", RIGHT)
    hand.clicks(".menu button", "Strengthen")
    hand.sees(f"{SLIP} label", "Describe what happens")
    hand.clicks(f"{SLIP} button", "Put away")


def creates_by_a_form(hand: Hand, table: Table) -> None:
    """The form changes the text of its button when a field loses the focus. The first press must still count."""
    head = table["Bo"].head
    hand.clicks(NODE, "Drowned Bells", RIGHT)
    hand.clicks(".menu button", "Create")
    hand.clicks(f"{SLIP} button", "More…")
    for label, text in (
        ("Edge's label", "lights"),
        ("Describe", "A lamp."),
        ("Label", "The Lamp Kite"),
    ):
        hand.fills(f"{FORM} :is(input, textarea)", label, text)
    hand.clicks(f"{FORM} button.main", "Declare changes")
    hand.shows(head + 1)
    consented(hand, table, "d3", "Ann", "Cy", "Dee")


def rolls(hand: Hand, table: Table) -> None:
    fights(table)
    head = table["Bo"].head
    hand.shows(head)
    hand.fills(".paths :is(input, textarea)", "How you go about it", "By the ledger.")
    hand.clicks(".paths button", "Roll")
    hand.shows(head + 1)
    assert hand.driver.run("() => document.querySelectorAll('.fighting [role=img]').length") > 0
    assert hand.driver.run(_SMALL_LABELS) == ["0"], "a label and its larger copy are both drawn"
