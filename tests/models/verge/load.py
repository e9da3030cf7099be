"""Load: turns in seven phases, and their income."""

from typing import Any

from tests.models.verge.bank import BANK, seat_account
from tests.models.verge.net import Element, Network
from tests.models.verge.play import Table, Turn

Move = dict[str, Any]

MOVES = ("write_node", "write_edge", "claim", "tie", "mark", "relabel", "end_turn")

THINGS = {5: (1, "!!!!"), 6: (2, "!!")}
CHARACTERS, CASH_OUT = 4, 7


def begin(table: Table) -> None:
    """Begin the first phase with the GM's turn (`compile.finish`)."""
    table.play.step = "load"
    table.play.order = list(table.sitting)
    _start_phase(table, 1)


def _start_phase(table: Table, phase: int) -> None:
    play = table.play
    play.phase, play.turn = phase, Turn(play.order[0])
    if phase == CASH_OUT:
        play.turn = None
        _cash_out(table)


def _cash_out(table: Table) -> None:
    """Pay each seat for its elements, and eliminate elements below 0 (`load.cash_out`)."""
    play = table.play
    for seat in table.players:
        own = [one.standing for one in play.net.elements.values() if one.creator == seat]
        play.bank.move({"story": max(sum(own), 0)}, BANK, seat_account(seat))
    for id, one in list(play.net.elements.items()):
        if one.standing < 0:
            play.net.eliminate(id, "standing")


def scrap(table: Table) -> None:
    """Begin Load again with an empty network; all story tokens go back to the bank (`load.accept`)."""
    play = table.play
    for seat in table.players:
        own = seat_account(seat)
        play.bank.move({"story": play.bank.held(own, "story")}, own, BANK)
    net = play.net
    play.net = Network(nodes_ever=net.nodes_ever, edges_ever=net.edges_ever)
    play.order = list(table.sitting)
    _start_phase(table, 1)


def end_turn(table: Table) -> None:
    """Begin the turn of the next seat in order, or the next phase."""
    play = table.play
    assert play.turn
    assert play.phase
    after = play.order[play.order.index(play.turn.seat) + 1 :]
    if after:
        play.turn = Turn(after[0])
    else:
        _start_phase(table, play.phase + 1)


def reorder(table: Table) -> None:
    """Give a new player a turn in seat order from the current turn, and remove leavers."""
    play, places = table.play, table.players
    for seat in table.sitting:
        if seat not in play.order:
            after = places[places.index(seat) :]
            later = [place for place, other in enumerate(play.order) if other in after]
            play.order.insert(later[0] if later else len(play.order), seat)
    if play.turn and play.turn.seat not in table.reached:
        end_turn(table)
    play.order = [seat for seat in play.order if seat in table.reached]


def due(table: Table) -> list[str]:
    """The steps that are left in the current turn."""
    play = table.play
    turn, phase = play.turn, play.phase
    assert turn
    marks = ["mark"] * (2 - len(turn.marked))
    if phase == 1:
        return [] if turn.node else ["node"]
    if phase in THINGS:
        return marks if turn.tied else ["tie", *marks]
    if turn.claimed:
        return marks
    edge = [] if turn.edge else ["edge"]
    return [*edge, *marks] if turn.node else ["node", *edge, *marks]


def next_step(table: Table) -> str | None:
    """The first step of the turn that is possible."""
    return next((step for step in due(table) if _is_eligible(table, step)), None)


def _is_eligible(table: Table, step: str) -> bool:
    net, turn = table.play.net, table.play.turn
    assert turn
    elements = [one for one in net.elements.values() if not one.gone]
    match step:
        case "edge":
            return any(not one.ends and one.id != turn.node for one in elements)
        case "mark":
            return any(_takes_mark(table, one, turn) for one in elements)
        case "tie":
            own = net.characters.get(turn.seat)
            return _untied(table, own) if own else turn.seat == table.gm and bool(_free(table))
        case _:
            return True


def _takes_mark(table: Table, one: Element, turn: Turn) -> bool:
    """Return whether the turn's seat can mark an element (`load.marks`)."""
    own = table.play.net.characters.get(turn.seat)
    return one.creator != turn.seat and one.id != own and one.id not in turn.marked


def _free(table: Table) -> list[str]:
    """The persons that nobody has claimed and that have no thing of this phase's rank."""
    net = table.play.net
    people = [one.id for one in net.elements.values() if one.kind == "person" and not one.gone]
    return [id for id in people if not net.claimant(id) and _untied(table, id)]


def _untied(table: Table, person: str) -> bool:
    """Return whether a person has no thing of this phase's rank yet."""
    rank = THINGS[table.play.phase or 0][0]
    things = [one for one in table.play.net.elements.values() if one.thing == rank and not one.gone]
    return all(one.person != person for one in things)


def follow(table: Table, seat: str, move: Move) -> None:
    """Apply a move of Load."""
    play = table.play
    net, turn = play.net, play.turn
    assert turn
    match move["move"]:
        case "write_node":
            turn.node = net.add_node(move["label"], _kind_in(play.phase, move), seat)
            _explain(table, turn.node, move)
            if play.phase == CHARACTERS and seat != table.gm:
                net.characters.setdefault(seat, turn.node)
        case "write_edge":
            assert turn.node
            ends = turn.node, move["other"]
            turn.edge = net.join(move["label"], ends, move.get("direction", "out"), seat)
            _explain(table, turn.edge, move)
        case "claim":
            turn.claimed = True
            net.characters[seat] = move["node"]
        case "tie":
            _tie(table, turn, move)
        case "mark":
            turn.marked.append(move["element"])
            net.mark(move["element"], move["mark"], loading=True)
        case "relabel":
            net[move["element"]].label = move["label"].strip()
            return
        case _:
            end_turn(table)
            return
    if not due(table):
        end_turn(table)


def _explain(table: Table, id: str, move: Move) -> None:
    """Record the explanation of an element by its writer (`load.ideas`)."""
    table.play.net[id].explanation = (move.get("explanation") or "").strip() or None


def _kind_in(phase: int | None, move: Move) -> str:
    """The kind of a new node: the kind in the move, or the default of the phase."""
    kind: str = move.get("kind") or {1: "idea", 2: "organization"}.get(phase or 0, "person")
    return kind


def _tie(table: Table, turn: Turn, move: Move) -> None:
    net = table.play.net
    rank, marks = THINGS[table.play.phase or 0]
    person = move.get("person") or net.characters.get(turn.seat) or _free(table)[0]
    thing = move["thing"]
    if isinstance(thing, dict):
        new = thing
        thing = net.add_node(new["label"], new.get("kind"), turn.seat)
        _explain(table, thing, new)
    edge = net.join(move["label"], (person, thing), move.get("direction", "out"), turn.seat)
    net[edge].thing, net[edge].person = rank, person
    _explain(table, edge, move)
    net.mark(edge, marks, loading=True)
    turn.tied.append(person)
