"""Overrides: a mover pays a price against objections; others raise it, and the mover matches."""

from typing import Any

from tests.models.verge import change
from tests.models.verge import play as play_of
from tests.models.verge.bank import BANK, Purse, seat_account
from tests.models.verge.play import Declaration, Override, Table, controllers

Move = dict[str, Any]


def shares(table: Table, one: Declaration) -> list[tuple[str, int]]:
    """The price of each element of an action (`override.create`, `override.connect`, `override.change`)."""
    action = change.refs(one.action, one.made)
    match action["action"]:
        case "create":
            elements = [action["other"]]
        case "connect":
            ends = [action["source"], action["target"]]
            elements = [end for end in ends if not _is_free(table, one, end)]
        case _:
            own = one.mover in controllers(table, action["element"])
            elements = [] if own else [action["element"]]
    return [(id, max(table.play.net[id].power, 0)) for id in elements]


def _is_free(table: Table, one: Declaration, id: str) -> bool:
    """Return whether the mover controls a node, or a controller consents and no controller objects."""
    own = controllers(table, id)
    against = {seat for seat, ground in one.objections.items() if ground != "bogus"}
    consented = {*one.answered, *one.blanket} - {*one.objections}
    agreed = [seat for seat in own if seat in consented]
    return one.mover in own or (bool(agreed) and not against & set(own))


def override(table: Table, move: Move) -> None:
    """Pay against the objections (`override.allowed`)."""
    one = table.play.declarations[move["declaration"]]
    parts = shares(table, one)
    total = sum(power for _, power in parts)
    purse, _ = play_of.payment(table, one.mover, total, move.get("payment"))
    play_of.lay(table, one.mover, total, move.get("payment"), "paying")
    change.spend_escrow(table, one)
    _pay_out(table, one, parts, purse)
    one.override = Override(parts, table.others(one.mover))
    change.settle(table, one)


def _pay_out(table: Table, one: Declaration, parts: list[tuple[str, int]], purse: Purse) -> None:
    """Pay the price to the controllers of the elements, or to the bank (`override.payee`)."""
    due: dict[str, int] = {}
    for id, power in parts:
        payees = [seat for seat in controllers(table, id) if seat != one.mover]
        if table.rules["override_payee"] == "controller" and payees:
            for seat, number in play_of.paid_evenly(power, payees):
                due[seat] = due.get(seat, 0) + number
    bank = table.play.bank
    left = dict(purse)
    for seat, share in due.items():
        number = share
        for kind in ("story", "development"):
            given = min(left.get(kind, 0), number)
            bank.move({kind: given}, "paying", seat_account(seat))
            left[kind] = left.get(kind, 0) - given
            number -= given
        _pay_boosts(table, one.mover, seat, number)
        left["boost"] = left.get("boost", 0) - number
    table.spend(one.mover, {kind: n for kind, n in left.items() if n > 0}, "paying")


def _pay_boosts(table: Table, mover: str, seat: str, number: int) -> None:
    """Spend boosts as usual. The bank pays the seat a story token for each (`token.boost`)."""
    table.spend(mover, {"boost": number}, "paying")
    if seat != table.gm:
        table.play.bank.move({"story": number}, BANK, seat_account(seat))


def raise_price(table: Table, seat: str, move: Move) -> None:
    """Raise the price (`override.raise`)."""
    one = table.play.declarations[move["declaration"]]
    assert one.override
    play_of.pay(table, seat, 2 * move["by"], move.get("payment"))
    one.override.raises.append((seat, move["by"]))
    one.override.passed = [other for other in one.override.passed if other != seat]


def match_raise(table: Table, move: Move) -> None:
    """Match all raises (`override.match`)."""
    one = table.play.declarations[move["declaration"]]
    assert one.override
    play_of.pay(table, one.mover, one.override.owed, move.get("payment"))
    one.override.matched = len(one.override.raises)
    one.override.passed = []
    change.settle(table, one)


def pass_raise(table: Table, seat: str, move: Move) -> None:
    """Let the price stand."""
    one = table.play.declarations[move["declaration"]]
    assert one.override
    one.override.passed.append(seat)
    change.settle(table, one)
