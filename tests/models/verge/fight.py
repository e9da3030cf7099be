"""Conflicts, from their call to the traded dice."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.models.verge import change, choice
from tests.models.verge import play as play_of
from tests.models.verge.play import Conflict, Fighter, Table, Trade

Move = dict[str, Any]


def call(table: Table, seat: str, move: Move) -> None:
    """Call a conflict, and ask everybody to join or stand aside (`conflict.call`)."""
    play = table.play
    play.conflicts_ever += 1
    id = f"c{play.conflicts_ever}"
    play.conflict = fight = Conflict(id, seat, list(table.sitting))
    if move.get("notice"):
        assert play.notice
        fight.notice = play.notice["seat"]
    about = move.get("declaration")
    if about:
        one = play.declarations[about]
        action = change.refs(one.action, one.made)
        change.spend_escrow(table, one)
        one.conflict, one.override = id, None
        target = target_of(table, one.mover, action)
        statement = change.in_words(table, action)
        goal = {"by": one.mover, "target": target, "statement": statement, "declaration": about}
        fight.goals.append(goal)


def target_of(table: Table, mover: str, action: Move) -> str:
    """The target of an action. If it has two ends, this is the end that is not the mover's character."""
    if action["action"] == "connect":
        near = action["target"] == table.play.net.characters.get(mover)
        return str(action["source"] if near else action["target"])
    return str(action["other"] if action["action"] == "create" else action["element"])


def join(table: Table, seat: str, move: Move) -> None:
    """Join with a new goal or for an existing goal (`conflict.goals`, `token.interest`)."""
    play, fight = table.play, _fight(table)
    goal = move["goal"]
    if isinstance(goal, dict):
        changes = list(goal.get("changes", ()))
        for action in () if choice.is_free(table) else changes:
            asked = change.price(table, seat, action, action.get("element"))
            play_of.pay(table, seat, asked, action.get("payment"))
        fight.goals.append(
            {
                "by": seat,
                "target": goal["target"],
                "changes": changes,
                "statement": goal["statement"].strip(),
            }
        )
        goal = len(fight.goals)
    fight.fighters.append(Fighter(seat, move["node"], goal))
    fight.answered.append(seat)
    if play.net.characters.get(seat) == move["node"]:
        table.earn(table.gm, {"story": max(play.net[move["node"]].power, 0)})
    gathered(table)


def stand_aside(table: Table, seat: str) -> None:
    """Record that a seat does not join."""
    _fight(table).answered.append(seat)
    gathered(table)


def _fight(table: Table) -> Conflict:
    assert table.play.conflict
    return table.play.conflict


def sides(fight: Conflict) -> list[int]:
    """The numbers of the goals that somebody still fights for."""
    return sorted({one.goal for one in fight.active})


def gathered(table: Table) -> None:
    """Begin the rolls when all have answered. A single goal wins without dice."""
    fight = _fight(table)
    if fight.stage != "gathering" or any(seat not in fight.answered for seat in fight.asked):
        return
    if fight.notice and not fight.fighter(fight.spotlight):
        table.play.conflict = None
    elif len(sides(fight)) > 1:
        fight.stage = "rolling"
    else:
        decide(table)


def pool(table: Table, one: Fighter, target: str) -> int:
    """The number of dice that a fighter rolls (`conflict.pool`, `conflict.pool_gm`)."""
    net = table.play.net
    own = 0 if net[one.node].gone else net[one.node].power
    if target == one.node:
        return max(own, 0)
    if not one.path:
        return max(own - 1, 0)
    edges = [net[id] for id in one.path if net[id].ends]
    gained = sum(edge.power for edge in edges if edge.id != target)
    return max(own + gained - len(one.path), 0)


def signal_face(dice: Sequence[int]) -> int:
    """The most frequent face; on a tie, the higher face (`conflict.roll`)."""
    counted = Counter(dice)
    return max(counted, key=lambda face: (counted[face], face), default=0)


def roll(table: Table, seat: str, move: Move, values: Sequence[int]) -> None:
    """Roll a fighter's dice."""
    fight = _fight(table)
    one = fight.fighter(seat)
    assert one
    one.path = list(move.get("path", ()))
    one.pool = pool(table, one, fight.goals[one.goal - 1]["target"])
    one.dice, one.face, one.rolled = list(values), signal_face(values), True
    rolled(table)


def rolled(table: Table) -> None:
    """After all rolls, start the narration."""
    fight = _fight(table)
    if fight.stage == "rolling" and all(one.rolled for one in fight.active):
        fight.stage, fight.done = "narrating", []


def choose_signal(table: Table, seat: str, face: int) -> None:
    """Choose another face as the signal."""
    one = _fight(table).fighter(seat)
    assert one
    one.face = face


def narrate(table: Table, seat: str) -> None:
    """Record that a seat has narrated. After the last narration of the results, dice are traded."""
    fight = _fight(table)
    fight.done.append(seat)
    if fight.stage == "concluding" and fight.next is None:
        trade(table)


def acted(table: Table, seat: str) -> None:
    """Record that a seat has acted in the round (`conflict.round`)."""
    fight = _fight(table)
    fight.done.append(seat)
    round_over(table)


def round_over(table: Table) -> None:
    """Return to the narration when everybody has acted."""
    fight = _fight(table)
    if fight.stage == "acting" and fight.next is None:
        fight.stage, fight.done = "narrating", []


def go_on(table: Table) -> None:
    """Begin the next round."""
    fight = _fight(table)
    fight.stage, fight.done = "acting", []
    fight.round += 1


def burn(table: Table, seat: str, edge: str, values: Sequence[int]) -> int:
    """Burn an edge: it gets a ?, and the fighter rolls as many dice as the node beyond has power (`conflict.burn`)."""
    fight, net = _fight(table), table.play.net
    one = fight.fighter(seat)
    assert one
    gained = max(net[net[edge].beyond(one.node)].power, 0)
    net.mark(edge, "?")
    one.dice = [*one.dice, *values]
    one.pool += gained
    one.face = one.face or signal_face(one.dice)
    acted(table, seat)
    return gained


def reroll(table: Table, seat: str, move: Move, values: Sequence[int]) -> None:
    """Spend a story token, and roll the noise again (`conflict.reroll`)."""
    one = _fight(table).fighter(seat)
    assert one
    play_of.pay(table, seat, {"story": 1}, move.get("payment"))
    one.dice = [*[one.face] * one.signal, *values]
    acted(table, seat)


def drop_out(table: Table, seat: str) -> None:
    """Give up the fight (`conflict.drop`)."""
    fight = _fight(table)
    one = fight.fighter(seat)
    assert one
    one.dropped = True
    dropped(table)


def left(table: Table) -> None:
    """Let fighters without a player give up. After the decision, skip their conclusions."""
    fight = _fight(table)
    fight.asked = [seat for seat in fight.asked if seat in table.reached]
    for one in fight.fighters:
        if one.seat not in table.reached and fight.winner is None:
            one.dropped = True
        elif one.seat not in table.reached and one.seat not in fight.done:
            fight.done.append(one.seat)
    dropped(table)


def dropped(table: Table) -> None:
    """Continue without a participant. If only one side is left, it has won."""
    fight = _fight(table)
    if fight.stage == "gathering":
        gathered(table)
    elif fight.stage == "concluding":
        if fight.next is None:
            trade(table)
    elif fight.stage == "trading":
        untraded(table)
    elif len(sides(fight)) <= 1:
        decide(table)
    else:
        rolled(table)
        round_over(table)


def spotlight(table: Table) -> str:
    """The seat in the spotlight: the caller, or the first in order if the caller is out (`conflict.order`)."""
    fight = _fight(table)
    caller = fight.fighter(fight.spotlight)
    there = fight.spotlight in table.sitting and not (caller and caller.dropped)
    return fight.spotlight if there or not fight.active else fight.active[0].seat


def untraded(table: Table) -> None:
    """Roll no traded dice for seats without a player."""
    fight = _fight(table)
    for one in fight.trades:
        if one.values is None and one.seat not in table.reached:
            one.values = []
    if all(one.values is not None for one in fight.trades):
        close(table)


# The end of a conflict


def best(fight: Conflict, goal: int) -> Fighter | None:
    """The active fighter with the best signal of a side."""
    own = [one for one in fight.active if one.goal == goal]
    return max(own, key=lambda one: one.signal, default=None)


def winning(table: Table, fight: Conflict) -> int:
    """The number of the winning goal; 0 if none wins (`conflict.ties`)."""
    leaders = [one for goal in sides(fight) if (one := best(fight, goal))]
    if not leaders:
        return 0
    most = max(one.signal for one in leaders)
    first = [one for one in leaders if one.signal == most]
    if len(first) > 1 and table.rules["conflict_ties"] == "higher_face":
        face = max(one.face for one in first)
        first = [one for one in first if one.face == face]
    return first[0].goal if len(first) == 1 else 0


def decide(table: Table) -> None:
    """Decide the conflict, and begin the conclusions (`conflict.conclude`)."""
    fight = _fight(table)
    gm = fight.fighter(fight.spotlight) if fight.notice else None
    player = fight.fighter(fight.notice) if fight.notice else None
    if gm:
        fight.winner = gm.goal
        if player and not player.dropped:
            fight.virtual = player.signal + 1 - gm.signal
    else:
        fight.winner = winning(table, fight)
    fight.stage, fight.done = "concluding", []
    covered = [id for id in table.play.stakes if play_of.excess(table, id) <= 0]
    _record(table, fight)
    if fight.winner:
        by = fight.goals[fight.winner - 1]["by"]
        lower = [id for id in covered if play_of.excess(table, id) > 0]
        table.play.winners |= dict.fromkeys(lower, by)
    if fight.next is None:
        trade(table)


def _record(table: Table, fight: Conflict) -> None:
    """Record the changes of the winning goal. Actions of declarations that lost the conflict are dropped."""
    for place, goal in enumerate(fight.goals, 1):
        if place == fight.winner:
            made: list[dict[str, str]] = []
            for wanted in goal.get("changes", ()):
                action = change.refs(wanted, made)
                possible = change.is_possible(table, goal["by"], action)
                paid = possible and choice.pays_as_winner(table, goal["by"], action)
                made.append(change.record(table, goal["by"], action) if paid else {})
    for place, goal in enumerate(fight.goals, 1):
        one = table.play.declarations.get(goal.get("declaration", ""))
        if one:
            change.decided(table, one, won=place == fight.winner)


def trade(table: Table) -> None:
    """Have the two best sides roll each other's dice (`conflict.development`)."""
    fight = _fight(table)
    fight.stage = "trading"
    goals = sorted({one.goal for one in fight.fighters if one.rolled})
    there = [goal for goal in goals if _roller(table, fight, goal)]
    there.sort(key=lambda goal: _rank(table, fight, goal), reverse=True)
    dice = {goal: _dice_of(fight, goal) for goal in there[:2]}
    if len(dice) > 1 and any(dice.values()):
        for goal, other in zip(dice, [*dice][::-1], strict=True):
            roller = _roller(table, fight, goal)
            assert roller
            values = None if dice[other] else list[int]()
            fight.trades.append(Trade(roller.seat, goal, dice[other], values))
    if all(one.values is not None for one in fight.trades):
        close(table)


def _rank(table: Table, fight: Conflict, goal: int) -> tuple[bool, bool, int, int]:
    """Return a key to rank a side: the winner first, then by the best signal."""
    one = _roller(table, fight, goal)
    assert one
    return goal == fight.winner, not one.dropped, one.signal, one.face


def _dice_of(fight: Conflict, goal: int) -> int:
    """The number of a side's dice, with the GM's virtual dice."""
    own = [one for one in fight.fighters if one.goal == goal and one.rolled]
    virtual = fight.virtual if any(one.seat == fight.spotlight for one in own) else 0
    return sum(len(one.dice) for one in own) + max(virtual, 0)


def _roller(table: Table, fight: Conflict, goal: int) -> Fighter | None:
    """The fighter that rolls for a side: the best signal with a taken seat, on a tie the first in seat order."""
    own = [one for one in fight.fighters if one.goal == goal and one.rolled]
    there = [one for one in own if one.seat in table.sitting]
    order = sorted(there, key=lambda one: int(one.seat[1:]))
    return max(order, key=lambda one: (not one.dropped, one.signal, one.face), default=None)


def trade_dice(table: Table, seat: str, values: Sequence[int]) -> None:
    """Record the roll of a side."""
    fight = _fight(table)
    for one in fight.trades:
        if one.seat == seat and one.values is None:
            one.values = list(values)
    if all(one.values is not None for one in fight.trades):
        close(table)


def close(table: Table) -> None:
    """Pay development and insurance, and continue with the declaration."""
    play, fight = table.play, _fight(table)
    if len(fight.trades) == 2:
        counts = [Counter(one.values or []) for one in fight.trades]
        most = [max(count.values(), default=0) for count in counts]
        better = fight.trades[0 if most[0] > most[1] else 1]
        table.earn(better.seat, {"development": abs(most[0] - most[1])})
    for seat, number in insurance(fight).items():
        table.earn(seat, {"story": number})
    play.conflict = None
    _lose(table, fight)


def _lose(table: Table, fight: Conflict) -> None:
    """Record a loss with its cause and its author (`fnol.loss`)."""
    notice = table.play.notice
    gm = fight.fighter(fight.spotlight)
    if fight.notice and gm and notice:
        how = fight.goals[gm.goal - 1]["statement"]
        of = {"seat": notice["seat"], "edge": notice["edge"]}
        table.play.lost.append({**of, "how": how, "by": gm.node})
        notice["was_fought"] = True


def insurance(fight: Conflict) -> dict[str, int]:
    """The insurance of each loser (`conflict.insurance`, `fnol.conflict`)."""
    gm = fight.fighter(fight.spotlight) if fight.notice else None
    player = fight.fighter(fight.notice) if fight.notice else None
    top = gm or best(fight, fight.winner or 0)
    if not top or not fight.winner:
        return {}
    number = top.signal + fight.virtual
    losers = [one for one in fight.active if one.goal != fight.winner and one.rolled]
    found = {one.seat: max(number - one.signal, 0) for one in losers}
    if gm and player and gm.rolled and player.rolled:
        found[gm.seat] = abs(player.noise - gm.noise)
    return found
