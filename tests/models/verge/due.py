"""The waits of play in Verge, and the prices for a seat to continue."""

from collections.abc import Iterator
from typing import Any

from tests.models.verge import change, contest, fight, run
from tests.models.verge import play as play_of
from tests.models.verge.bank import seat_account
from tests.models.verge.play import Declaration, Table, excess

Waits = Iterator[tuple[str, list[str], str]]

KINDS = ("create", "connect", "strike", "strengthen", "weaken", "repair", "claim")
OF_THE_GAME = {
    *("consent", "negotiate", "match_raise", "pass_raise", "join_conflict", "roll", "narrate"),
    *("go_on", "act_in_round", "trade_dice", "lose_interest", "choose_loss", "frame"),
    "reword_narration",
}


def awaiting(table: Table) -> list[tuple[str, list[str], str]]:
    """The waits of Run, with the seats that can answer them."""
    if table.play.step != "run" or table.paused:
        return []
    found = [*_by_declarations(table), *_by_conflict(table), *_by_notices(table)]
    found += [("lose_interest", [run.says_who_loses(table, id)], id) for id in uncovered(table)]
    known = [(what, [s for s in seats if s in table.sitting], id) for what, seats, id in found]
    return sorted(entry for entry in known if entry[1])


def _by_declarations(table: Table) -> Waits:
    for one in table.play.declarations.values():
        if one.override:
            if one.override.owed:
                yield "match_raise", [one.mover], one.id
            else:
                yield "pass_raise", sorted(one.override.waiting), one.id
        elif not one.conflict:
            if _is_contested(one):
                yield "negotiate", [one.mover], one.id
            else:
                yield "consent", sorted(one.waiting), one.id


def _is_contested(one: Declaration) -> bool:
    return any(ground != "bogus" for ground in one.objections.values())


def _by_conflict(table: Table) -> Waits:
    one = table.play.conflict
    if not one:
        return
    yield from (("reword_narration", [f.seat], one.id) for f in one.active if f.doubts)
    match one.stage:
        case "gathering":
            yield "join_conflict", sorted(set(one.asked) - set(one.answered)), one.id
        case "rolling":
            yield "roll", sorted(f.seat for f in one.active if not f.rolled), one.id
        case "narrating" | "concluding":
            yield ("narrate", [one.next], one.id) if one.next else _deciding(table)
        case "acting":
            yield "act_in_round", [str(one.next)], one.id
        case _:
            yield "trade_dice", sorted(t.seat for t in one.trades if t.values is None), one.id


def _deciding(table: Table) -> tuple[str, list[str], str]:
    assert table.play.conflict
    return "go_on", [fight.spotlight(table)], table.play.conflict.id


def _by_notices(table: Table) -> Waits:
    """Yield the waits about first notices of loss (`fnol.order`)."""
    play = table.play
    owing = run.owing(table)
    now = play.notice["seat"] if play.notice else ""
    undecided = [seat for seat in owing if seat != now and not _is_ready(table, seat)]
    yield "choose_loss", sorted(undecided), ""
    ready = [seat for seat in play.chosen if _is_ready(table, seat)]
    if ready and not undecided and not play.notice and not play.conflict:
        yield "frame", [table.gm], ""


def _is_ready(table: Table, seat: str) -> bool:
    """Return whether a player's chosen loss is still possible. A first loss must be one of the player's two things."""
    net, edge = table.play.net, table.play.chosen.get(seat, "")
    if seat not in table.sitting or not net.stands(edge):
        return False
    own = net.characters.get(seat)
    later = any(loss["seat"] == seat for loss in table.play.lost) or not run.losable(table, seat)
    return own in (net[edge].ends or ()) and (later or net[edge].person == own)


def uncovered(table: Table) -> list[str]:
    """Return the elements with more interest points than power (`interest.lose`)."""
    if table.rules["controlling_interest"] != "on":
        return []
    return [id for id in table.play.stakes if excess(table, id) > 0]


def prices(table: Table, seat: str) -> dict[str, Any]:
    """The possible declarations, overrides and matches of a seat, with their prices."""
    play = table.play
    if play.step != "run" or table.paused or seat not in table.sitting:
        return {}
    own = [one for one in play.declarations.values() if one.mover == seat]
    found: dict[str, Any] = {}
    if not own and (play.notice or not run.owing(table)):
        priced = {kind: _priced(table, seat, kind) for kind in KINDS}
        found["declare"] = {kind: elements for kind, elements in priced.items() if elements}
    for one in own:
        if one.override and one.override.owed:
            found["match_raise"] = one.override.owed
        elif one.objections and not one.override and not one.conflict:
            grounds = {ground for ground in one.objections.values() if ground != "bogus"}
            action = change.refs(one.action, one.made)
            possible = action["action"] != "claim" and change.is_possible(table, seat, action)
            if grounds == {"authorship"} and possible:
                found["override"] = sum(power for _, power in contest.shares(table, one))
    most = _tokens(table, seat)
    return {
        kind: price
        for kind, price in found.items()
        if price != {} and (isinstance(price, dict) or price <= most)
    }


def _tokens(table: Table, seat: str) -> int:
    """The number of tokens that a seat can pay with."""
    reserve = play_of.budget_of(table, seat)
    accounts = [seat_account(seat), *([reserve] if reserve else [])]
    return sum(sum(table.play.bank.purse(account).values()) for account in accounts)


def _priced(table: Table, seat: str, kind: str) -> dict[str, Any]:
    """The price of this kind of change, by element."""
    net = table.play.net
    found = {}
    nodes = [id for id, one in net.elements.items() if not one.ends and net.stands(id)]
    for id, one in net.elements.items():
        target = next((other for other in nodes if other != id), id)
        named = {"other": id, "source": id, "target": target, "element": id, "label": " "}
        action = {"action": kind, "nature": "backstory", **named}
        if kind in ("create", "connect") and one.ends:
            continue
        if change.is_possible(table, seat, action):
            price = change.price(table, seat, action, id)
            if change.is_payable(table, seat, action):
                found[id] = {kind: number for kind, number in price.items() if number}
    return found
