"""Run: changes that are declared, consented to, paid for and overridden."""

from collections.abc import Sequence
from typing import Any

from tests.models.verge import play as play_of
from tests.models.verge.bank import Purse, pays, seat_account
from tests.models.verge.play import Action, Declaration, Table, controllers

Move = dict[str, Any]

MARKS = {"strike": "X", "strengthen": "!", "weaken": "?"}


def price(table: Table, mover: str, action: Action, element: str | None) -> Purse:
    """The price of a change."""
    match action["action"]:
        case "create":
            return {"story": 2 if table.rules["create_cost"] == "each" else 1}
        case "connect" | "strike":
            return {"story": 1}
        case "strengthen":
            assert element
            own = table.play.net[element].creator == mover
            return {"story": 1, "development": 1} if own else {"story": 1}
        case "weaken" | "repair":
            return {"development": 1}
        case _:
            return {}


_ENDS = ("element", "other", "source", "target")


def refs(action: Action, made: Sequence[dict[str, str]]) -> Action:
    """An action with ids in place of names such as `a1.node` for elements of earlier actions."""
    found = dict(action)
    for name in _ENDS:
        ref = str(action.get(name, ""))
        if ref.startswith("a"):
            number, _, part = ref[1:].partition(".")
            found[name] = made[int(number) - 1].get(part, ref)
    return found


def in_words(table: Table, action: Action) -> str:
    """Return an action in the words of a goal."""
    names = {name: f"“{table.play.net[action[name]].label}”" for name in _ENDS if name in action}
    label = str(action.get("label", "")).strip()
    match action["action"]:
        case "create":
            edge = action["edge"].strip()
            return f"to create “{label}” and join it to {names['other']} by “{edge}”"
        case "connect":
            return f"to connect {names['source']} to {names['target']} by “{label}”"
        case verb:
            return f"to {verb} {names['element']}"


def is_possible(table: Table, mover: str, action: Action) -> bool:
    """Return whether an action is possible now, apart from its price."""
    net = table.play.net
    match action["action"]:
        case "create":
            new = not _is_written(table, action["label"], None)
            return new and net.stands(action["other"])
        case "connect":
            ends = action["source"], action["target"]
            known = all(net.stands(end) for end in ends) and ends[0] != ends[1]
            return known and not _is_written(table, action["label"], ends)
        case kind:
            id = action["element"]
            if not net.stands(id):
                return False
    match kind:
        case "strike":
            return net.claimant(id) not in table.sitting
        case "strengthen":
            return "?" not in net[id].marks
        case "repair":
            return "?" in net[id].marks
        case "claim":
            free = net.claimant(id) is None and mover not in net.characters
            return free and net[id].kind == "person" and mover != table.gm
        case _:
            return True


def _is_written(table: Table, label: str, ends: tuple[str, str] | None) -> bool:
    """Return whether an element has this label, apart from case (a part of `network.similar`)."""
    written = table.play.net.elements.values()
    return any(
        one.ends == ends and one.label.casefold() == label.strip().casefold() for one in written
    )


def is_payable(table: Table, mover: str, action: Action) -> bool:
    """Return whether the mover has the tokens, and a named payment is the current price."""
    asked, named = price(table, mover, action, action.get("element")), action.get("payment")
    if named and not pays(named, asked):
        return False
    purse, spare = play_of.payment(table, mover, asked, named)
    bank, own = table.play.bank, seat_account(mover)
    left = {**purse, "story": purse.get("story", 0) - spare}
    return all(bank.held(own, kind) >= number for kind, number in left.items())


def is_protected(table: Table, mover: str, action: Action) -> bool:
    """Return whether nobody may object to an action (`change.strike`, `control.protected`)."""
    match action["action"]:
        case "strike":
            return True
        case "connect":
            return all(mover in controllers(table, action[end]) for end in ("source", "target"))
        case "strengthen" | "weaken" | "repair":
            return mover in controllers(table, action["element"])
        case _:
            return False


def record(table: Table, mover: str, action: Action) -> dict[str, str]:
    """Write a change into the network, and return the ids of its new elements."""
    net = table.play.net
    match action["action"]:
        case "create":
            node = net.add_node(action["label"], action.get("kind"), mover)
            ends = node, action["other"]
            edge = net.join(action["edge"], ends, action.get("direction", "out"), mover)
            return {"node": node, "edge": edge}
        case "connect":
            edge = net.add_edge(action["label"], action["source"], action["target"], mover)
            return {"edge": edge}
        case "repair":
            net.cross_out(action["element"])
        case "claim":
            net.characters[mover] = action["element"]
        case kind:
            net.mark(action["element"], MARKS[kind])
            creator = net[action["element"]].creator
            if kind == "strengthen" and creator != mover:
                table.earn(creator, {"story": 1})
    return {}


# Declarations


def declare(table: Table, mover: str, actions: list[Action]) -> None:
    """Record a declaration, and begin with its first action (`consent.declare`)."""
    play = table.play
    play.declarations_ever += 1
    id = f"d{play.declarations_ever}"
    play.declarations[id] = Declaration(id, mover, actions)
    _next(table, play.declarations[id])


def _next(table: Table, one: Declaration) -> None:
    """Record actions that nobody is asked about, up to the next action that somebody is asked about."""
    while one.current < len(one.actions) and one.mover in table.reached:
        one.current += 1
        if _open(table, one):
            return
        if one.id not in table.play.declarations:
            return
    table.play.declarations.pop(one.id, None)


def _open(table: Table, one: Declaration) -> bool:
    """Ask the others about the open action. Return False if it is recorded or impossible at once."""
    one.objections, one.override, one.conflict, one.budget = {}, None, None, 0
    action = refs(one.action, one.made)
    mover = one.mover
    if not is_possible(table, mover, action) or not is_payable(table, mover, action):
        table.play.declarations.pop(one.id)
        return False
    asked = price(table, mover, action, action.get("element"))
    if is_protected(table, mover, action):
        play_of.pay(table, mover, asked, action.get("payment"))
        one.made.append(record(table, mover, action))
        return False
    one.asked = [seat for seat in table.others(mover) if seat not in one.blanket]
    one.answered = []
    one.budget = play_of.lay(table, mover, asked, action.get("payment"), one.account)
    if not one.waiting:
        return not _settle(table, one)
    return True


def spend_escrow(table: Table, one: Declaration) -> None:
    """Spend the tokens in the declaration's account (`consent.spent`)."""
    table.spend(one.mover, table.play.bank.purse(one.account), one.account)
    one.budget = 0


def give_back(table: Table, one: Declaration) -> None:
    """Return the price to the mover, and the budget's part of it to the budget."""
    bank, notice = table.play.bank, table.play.notice
    if notice:
        bank.move({"story": one.budget}, one.account, f"fnol:{notice['seat']}")
    bank.move(bank.purse(one.account), one.account, seat_account(one.mover))
    one.budget = 0


def _settle(table: Table, one: Declaration) -> bool:
    """Record the open action. If it is impossible now, drop the declaration."""
    action = refs(one.action, one.made)
    if not is_possible(table, one.mover, action):
        give_back(table, one)
        table.play.declarations.pop(one.id)
        return True
    spend_escrow(table, one)
    one.made.append(record(table, one.mover, action))
    return True


def settle(table: Table, one: Declaration) -> None:
    """Record the open action if everybody has answered and nobody objects to it."""
    if one.id not in table.play.declarations or one.conflict:
        return
    if one.override:
        if not one.override.waiting and not one.override.owed:
            go_on(table, one)
        return
    stopped = any(ground != "bogus" for ground in one.objections.values())
    if not one.waiting and not stopped:
        go_on(table, one)


def go_on(table: Table, one: Declaration) -> None:
    _settle(table, one)
    if one.id in table.play.declarations:
        _next(table, one)


def decided(table: Table, one: Declaration, *, won: bool) -> None:
    """Apply the result of a conflict about the open action."""
    action = refs(one.action, one.made)
    if won and not is_possible(table, one.mover, action):
        table.play.declarations.pop(one.id)
        return
    one.made.append(record(table, one.mover, action) if won else {})
    _next(table, one)


def let_go(table: Table, one: Declaration) -> None:
    """Continue with the next action after one was lost or withdrawn."""
    one.made.append({})
    _next(table, one)


def consent(table: Table, seat: str, move: Move) -> None:
    """Record a seat's consent (`consent.one_at_a_time`)."""
    one = table.play.declarations[move["declaration"]]
    one.objections.pop(seat, None)
    if seat not in one.answered:
        one.answered.append(seat)
    if move.get("all") and seat not in one.blanket:
        one.blanket.append(seat)
    settle(table, one)


def object_to(table: Table, seat: str, move: Move) -> None:
    """Record a seat's objection (`consent.objection`)."""
    one = table.play.declarations[move["declaration"]]
    one.objections[seat] = move["ground"]
    one.blanket = [other for other in one.blanket if other != seat]
    one.answered = [other for other in one.answered if other != seat]
    if move["ground"] == "bogus":
        one.answered.append(seat)
    settle(table, one)


def reword(table: Table, move: Move) -> None:
    """Replace the open action, and ask everybody again (`consent.negotiate`)."""
    one = table.play.declarations[move["declaration"]]
    give_back(table, one)
    one.actions = [*one.actions]
    one.actions[one.current - 1] = move["wording"]
    one.blanket = []
    if not _open(table, one) and one.id in table.play.declarations:
        _next(table, one)


def forsake(table: Table, one: Declaration) -> None:
    """Remove the declaration of a mover that has left the table."""
    give_back(table, one)
    table.play.declarations.pop(one.id)


def withdraw(table: Table, one: Declaration, *, rest: bool) -> None:
    """Withdraw the open action, and return its price (`consent.negotiate`)."""
    if rest:
        forsake(table, one)
    else:
        give_back(table, one)
        let_go(table, one)
