"""Run except changes and conflicts: scenes, notices, boosts, control, arrivals and departures."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.models.following import Chair
from tests.models.verge import change, fight, load
from tests.models.verge import play as play_of
from tests.models.verge.bank import BANK, seat_account
from tests.models.verge.net import THREE_STRIKES
from tests.models.verge.play import Declaration, Table

Move = dict[str, Any]

BUDGET = 12
SUPPLY = "supply"


def begin(table: Table) -> None:
    """Begin Run, and owe each player a first notice of loss (`load.accept`, `fnol.order`)."""
    play = table.play
    play.step, play.phase, play.turn = "run", None, None
    play.owed = [seat for seat in table.sitting if seat != table.gm]


def losable(table: Table, seat: str) -> bool:
    """Return whether a seat's character still has one of its two things."""
    net = table.play.net
    own = net.characters.get(seat)
    return any(one.person == own and not one.gone for one in net.elements.values() if one.thing)


def owing(table: Table) -> list[str]:
    """The seats that still have a notice to come, and something to lose in it."""
    play = table.play
    over = play.notice["seat"] if play.notice and play.notice["was_fought"] else None
    owed = [seat for seat in play.owed if seat in table.sitting and seat != over]
    return [seat for seat in owed if losable(table, seat)]


# Scenes and notices


def frame(table: Table, seat: str, move: Move) -> None:
    """Frame a scene. For a notice, give the GM the budget (`scene.frame`, `fnol.budget`)."""
    play = table.play
    _end(table)
    play.scene = {
        "camera": move["camera"].strip(),
        "place": move["place"].strip(),
        "present": list(dict.fromkeys(move.get("present", ()))),
        "seen": [],
        "is_under_way": False,
    }
    about = move.get("notice")
    if about:
        play.notice = {"seat": about, "edge": play.chosen[about], "was_fought": False}
        play.bank.move({"story": BUDGET}, BANK, f"fnol:{about}")


def end_scene(table: Table, seat: str, move: Move) -> None:
    """End the scene."""
    _end(table)


def _end(table: Table) -> None:
    table.play.scene = None
    end_notice(table)


def end_notice(table: Table) -> None:
    """End the notice: withdraw declarations that its budget pays, and return the rest (`fnol.budget`)."""
    play, notice = table.play, table.play.notice
    if not notice:
        return
    for one in list(play.declarations.values()):
        if one.budget and not one.override and not one.conflict:
            change.withdraw(table, one, rest=True)
    about = notice["seat"]
    play.bank.move(play.bank.purse(f"fnol:{about}"), f"fnol:{about}", BANK)
    if notice["was_fought"]:
        play.owed = [seat for seat in play.owed if seat != about]
        play.chosen.pop(about, None)
    play.notice = None


def add_to_camera(table: Table, seat: str, move: Move) -> None:
    """Add a text to the current scene."""
    assert table.play.scene
    table.play.scene["seen"].append(move["text"].strip())


def cut_in(table: Table, subject: Move) -> None:
    """Add a text and characters to the current scene (`scene.cut_in`)."""
    scene = table.play.scene
    assert scene
    scene["seen"].append(subject["text"].strip())
    scene["present"] = [*dict.fromkeys([*scene["present"], *subject.get("present", ())])]


def choose_loss(table: Table, seat: str, move: Move) -> None:
    """Record a player's chosen loss (`fnol.choice`)."""
    table.play.chosen[seat] = move["edge"]


# Boosts and bribes, control, interest


def award_boost(table: Table, seat: str, move: Move) -> None:
    """Give a seat a boost from the bank (`token.award_boost`)."""
    table.play.bank.move({"boost": 1}, BANK, seat_account(move["seat"]))


def place_bribe(table: Table, seat: str, move: Move) -> None:
    """Offer a boost for a condition about an element (`token.bribe`)."""
    table.play.bribes[seat] = move["element"], move["condition"].strip()
    table.play.bank.move({"boost": 1}, BANK, f"bribe:{seat}")


def award_bribe(table: Table, seat: str, move: Move) -> None:
    """Give the offered boost to a seat (`token.bribe`)."""
    table.play.bribes.pop(seat)
    table.play.bank.move({"boost": 1}, f"bribe:{seat}", seat_account(move["seat"]))


def take_back_bribe(table: Table, seat: str, move: Move) -> None:
    """Return the offered boost to the bank (`token.bribe`)."""
    table.play.bribes.pop(seat)
    table.play.bank.move({"boost": 1}, f"bribe:{seat}", BANK)


def grant(table: Table, seat: str, move: Move) -> None:
    """Grant control of an element to a seat (`control.grant`)."""
    table.play.grants.setdefault(move["element"], []).append((seat, move["seat"]))


def revoke(table: Table, seat: str, move: Move) -> None:
    """Revoke a grant of control (`control.grant`)."""
    table.play.grants[move["element"]].remove((seat, move["seat"]))


def buy(table: Table, seat: str, move: Move) -> None:
    """Buy an interest point (`interest.buy`)."""
    stakes = table.play.stakes.setdefault(move["element"], {})
    stakes[seat] = stakes.get(seat, 0) + 1
    play_of.pay(table, seat, 1, move.get("payment"))


def lose(table: Table, seat: str, move: Move) -> None:
    """Take an interest point from a seat (`interest.lose`)."""
    stakes = table.play.stakes[move["element"]]
    stakes[move["seat"]] -= 1
    if not stakes[move["seat"]]:
        stakes.pop(move["seat"])


def says_who_loses(table: Table, id: str) -> str:
    """The seat that chooses the lost point: the winner of the conflict, or the GM, or the first taken seat (`interest.lose`)."""
    first = [table.play.winners.get(id, ""), table.gm, *table.sitting]
    return next(seat for seat in first if seat in table.sitting)


def forget_winners(table: Table) -> None:
    """Forget the winner for elements whose power covers the points again."""
    winners = table.play.winners.items()
    table.play.winners = {id: by for id, by in winners if play_of.excess(table, id) > 0}


def signal(table: Table, seat: str, move: Move) -> None:
    """Pause play (`compile.signal`)."""
    table.paused = True


def resume(table: Table) -> None:
    """End the pause."""
    table.paused = False


MOVES: Mapping[str, Any] = {
    "frame": frame,
    "end_scene": end_scene,
    "add_to_camera": add_to_camera,
    "choose_loss": choose_loss,
    "award_boost": award_boost,
    "place_bribe": place_bribe,
    "award_bribe": award_bribe,
    "take_back_bribe": take_back_bribe,
    "grant_control": grant,
    "revoke_control": revoke,
    "buy_interest": buy,
    "lose_interest": lose,
    "signal": signal,
}


# Arrivals and departures


def realign(table: Table) -> None:
    """Adapt restored play to the current seats after a rewind."""
    play = table.play
    play.net.characters.pop(table.gm, None)
    excuse(table)
    if not (play.conflict and play.conflict.notice):
        end_left(table, [seat for seat in table.reached if seat != table.gm])


def seated(
    table: Table, before: tuple[Chair, ...], expected: Sequence[str], *, forked: bool
) -> None:
    """Adapt play to the current seats."""
    taken = {chair.id for chair in table.chairs if chair.taken}
    left = {chair.id for chair in before if chair.taken} - taken
    table.away |= set(expected)
    back = table.away & taken
    table.away -= back
    if table.play.step == "load":
        load.reorder(table)
    if {chair.id for chair in before} - {chair.id for chair in table.chairs} or left:
        excuse(table)
    _boosts(table)


def _boosts(table: Table) -> None:
    """Keep one boost for each seat in play, and return the tokens of removed seats (`token.kinds`)."""
    bank = table.play.bank
    for account in list(bank.accounts):
        kind, _, seat = account.partition(":")
        if kind == "seat" and seat not in table.players:
            bank.move(bank.purse(account), account, BANK)
    missing = len(table.players) + bank.held(SUPPLY, "boost")
    bank.move({"boost": missing}, SUPPLY, BANK)
    seats = [seat_account(seat) for seat in table.players]
    for account in sorted(seats, key=lambda own: (-bank.held(own, "boost"), own)):
        short = min(-bank.held(BANK, "boost"), bank.held(account, "boost"))
        bank.move({"boost": max(short, 0)}, account, BANK)


def excuse(table: Table) -> None:
    """Ask nothing more of empty seats."""
    play, there = table.play, table.reached
    for seat in [seat for seat in play.bribes if seat not in there]:
        take_back_bribe(table, seat, {})
    for seat in [seat for seat in play.net.characters if seat not in table.players]:
        play.net.characters.pop(seat)
    for id in list(play.declarations):
        if id in play.declarations:
            _excuse_from(table, play.declarations[id])
    if play.conflict:
        fight.left(table)
    if not (play.conflict and play.conflict.notice):
        end_left(table, there)


def end_left(table: Table, there: Sequence[str]) -> None:
    """End the notice of a player who has left."""
    notice = table.play.notice
    if notice and notice["seat"] not in there:
        end_notice(table)


def _excuse_from(table: Table, one: Declaration) -> None:
    there = table.reached
    if one.mover not in there and not one.conflict:
        change.forsake(table, one)
        return
    one.asked = [seat for seat in one.asked if seat in there]
    one.answered = [seat for seat in one.answered if seat in there]
    one.blanket = [seat for seat in one.blanket if seat in there]
    if one.override:
        one.override.asked = [seat for seat in one.override.asked if seat in there]
    one.objections = {seat: ground for seat, ground in one.objections.items() if seat in there}
    change.settle(table, one)


def correct(table: Table, correction: Move) -> None:
    """Apply a correction of a settlement."""
    play = table.play
    net = play.net
    match correction["correction"]:
        case "move_tokens":
            purse = {correction["token"]: correction["amount"]}
            play.bank.move(purse, correction["source"], correction["target"])
        case "write_mark":
            net.mark(correction["element"], correction["mark"], loading=play.step == "load")
        case "remove_mark":
            net.cross_out(correction["element"], correction["mark"])
            net.mark(correction["element"], "", loading=play.step == "load")
        case "relabel":
            net[correction["element"]].label = correction["label"].strip()
        case "eliminate":
            net.eliminate(correction["element"], "correction")
        case _:
            _restore(table, correction["element"])


def _restore(table: Table, id: str) -> None:
    """Restore an element. A node brings back the edges that went with it, if they can stand."""
    net = table.play.net
    net[id].gone = None
    for one in net.elements.values():
        if one.ends and id in one.ends and one.gone == "node":
            is_counted = table.play.step == "run" or table.play.phase == load.CASH_OUT
            low = one.standing < 0 and is_counted
            struck = one.marks.count("X") >= THREE_STRIKES
            if not low and not struck and net.stands(one.beyond(id)):
                one.gone = None
