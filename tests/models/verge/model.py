"""A model of Verge, written from its text.

Left out: labels that are similar but not equal, the lists of paths to a target, all options except changes and their prices, odds,
sentences, pictures.
"""

from collections.abc import Iterator, Mapping
from pickle import dumps, loads
from typing import Any

from tests.models.following import Chair, Kind, Told
from tests.models.verge import change, choice, contest, due, fight, load, run
from tests.models.verge.faults import FAULTS
from tests.models.verge.habits import HABITS
from tests.models.verge.play import Declaration, Table, control
from tests.models.verge.shown import plain, shown

Move = dict[str, Any]


class Verge:
    """The model of a session."""

    def __init__(self) -> None:
        self.table = Table()
        self.then: dict[int, bytes] = {}
        self.mover = ""

    def follow(self, told: Told) -> None:
        """Apply an accepted move."""
        table, self.mover = self.table, told.seat
        # A house rule that this move adopts is not in force before its adoption.
        table.rules, table.at = table.rules or told.house_rules, told.at
        if told.back_to is not None:
            table.play = loads(self.then[told.back_to])  # noqa: S301  # its own earlier play
            run.realign(table)
        for chairs in _seatings(told, table.chairs):
            before, table.chairs = table.chairs, chairs
            forked = told.move["move"] == "fork_session"
            run.seated(table, before, told.expected, forked=forked)
        fought = table.play.conflict
        _move(table, told)
        for _, subject in told.adopted:
            _adopt(table, subject, told.seat)
        for correction in told.corrections:
            run.correct(table, correction)
        if fought and fought.notice and not table.play.conflict:
            run.end_left(table, table.sitting)
        run.forget_winners(table)
        self.then[told.version] = dumps(table.play)

    def figures(self) -> Mapping[str, Any]:
        """Return all figures that the model has computed."""
        table = self.table
        play = table.play
        found = {
            "step": play.step,
            "phase": play.phase,
            "turn": _turn(table),
            "network": {id: _element(table, id) for id in play.net.elements},
            "characters": play.net.characters,
            "banks": play.bank.shown(),
            "premises": play.premises,
            "declarations": {id: _declaration(table, one) for id, one in play.declarations.items()},
            "bribes": play.bribes,
            "conflict": _conflict(table),
            "notices": _notices(table),
            "scene": play.scene,
            "awaited": due.awaiting(table),
            "prices": due.prices(table, self.mover),
            "choices": choice.choices(table),
        }
        return plain(found)


def _seatings(told: Told, before: tuple[Chair, ...]) -> Iterator[tuple[Chair, ...]]:
    """Yield the seats after each departure, in order, because the order changes the result."""
    left = [told.seat] if told.move["move"] == "leave" else []
    left += [subject["seat"] for _, subject in told.adopted if subject["subject"] == "vacate_seat"]
    if told.move["move"] == "leave":
        # A proposal that waited for this seat, such as another GM, is agreed after it has left.
        kinds = {one.id: one.kind for one in before}
        yield tuple([Chair(one.id, kinds[one.id], one.taken) for one in told.chairs])
    for place in range(1, len(left)):
        still = left[place:]
        yield tuple([Chair(one.id, one.kind, one.taken or one.id in still) for one in told.chairs])
    yield told.chairs


def _move(table: Table, told: Told) -> None:
    move, seat = told.move, told.seat
    values = move.get("reported") or [value for roll in told.rolls for value in roll]
    if move["move"] in load.MOVES:
        load.follow(table, seat, move)
    elif move["move"] in run.MOVES:
        run.MOVES[move["move"]](table, seat, move)
    else:
        if table.play.scene and move["move"] in ("declare", "call_conflict"):
            table.play.scene["is_under_way"] = True
        _change(table, seat, move)
        _contest(table, seat, move)
        _fight(table, seat, move)
        _roll(table, seat, move, values)


def _change(table: Table, seat: str, move: Move) -> None:
    match move["move"]:
        case "declare":
            change.declare(table, seat, move["actions"])
        case "consent":
            change.consent(table, seat, move)
        case "object":
            change.object_to(table, seat, move)
        case "reword":
            change.reword(table, move)
        case "withdraw":
            one = table.play.declarations[move["declaration"]]
            change.withdraw(table, one, rest=move.get("rest", False))
        case "time_passes":
            pass
        case _:
            pass


def _contest(table: Table, seat: str, move: Move) -> None:
    match move["move"]:
        case "override":
            contest.override(table, move)
        case "raise_override":
            contest.raise_price(table, seat, move)
        case "match_raise":
            contest.match_raise(table, move)
        case "pass_raise":
            contest.pass_raise(table, seat, move)
        case "give_up":
            change.let_go(table, table.play.declarations[move["declaration"]])
        case _:
            pass


def _fight(table: Table, seat: str, move: Move) -> None:
    match move["move"]:
        case "call_conflict":
            fight.call(table, seat, move)
        case "join_conflict":
            fight.join(table, seat, move)
        case "stand_aside":
            fight.stand_aside(table, seat)
        case "choose_signal":
            fight.choose_signal(table, seat, move["face"])
        case "narrate" | "pass_conclusion":
            fight.narrate(table, seat)
        case "go_on":
            fight.go_on(table)
        case "stop_conflict":
            fight.decide(table)
        case "doubt_narration":
            choice.doubt(table, seat, move)
        case "reword_narration":
            choice.settle_doubts(table, seat)
        case "pass_round":
            fight.acted(table, seat)
        case "drop_out":
            fight.drop_out(table, seat)
        case _:
            pass


def _roll(table: Table, seat: str, move: Move, values: list[int]) -> None:
    match move["move"]:
        case "roll":
            fight.roll(table, seat, move, values)
        case "burn":
            fight.burn(table, seat, move["edge"], values)
        case "reroll":
            fight.reroll(table, seat, move, values)
        case "trade_dice":
            fight.trade_dice(table, seat, values)
        case _:
            pass


def _adopt(table: Table, subject: Move, seat: str) -> None:
    play = table.play
    match subject["subject"]:
        case "adopt_premise":
            play.premises_ever += 1
            said = subject["aspect"], subject["text"].strip()
            play.premises[f"g{play.premises_ever}"] = said
        case "drop_premise":
            play.premises.pop(subject["premise"])
        case "finish_compile":
            load.begin(table)
        case "scrap_network":
            load.scrap(table)
        case "join_scene":
            run.cut_in(table, subject)
        case "accept_network":
            run.begin(table)
        case "hand_over_gm":
            play.net.characters.pop(subject["seat"], None)
        case "accept_narration":
            choice.settle_doubts(table, subject["seat"])
        case "resume_play":
            run.resume(table)
        case "choose_house_rule":
            table.rules = {**table.rules, subject["house_rule"]: subject["value"]}
        case _:
            pass


# Comparison


def _turn(table: Table) -> Any:
    turn = table.play.turn
    return turn and (turn.seat, load.due(table), load.next_step(table))


def _element(table: Table, id: str) -> Any:
    play = table.play
    one = play.net[id]
    return {
        "label": one.label,
        "kind": one.kind,
        "explanation": one.explanation,
        "creator": one.creator,
        "marks": one.marks,
        "power": one.power,
        "standing": one.standing,
        "gone": one.gone,
        "ends": one.ends,
        "thing": one.thing,
        "person": one.person,
        "claimed": play.net.claimant(id),
        "control": sorted(control(table, id), key=str),
        "grants": play.grants.get(id, []),
        "interest": play.stakes.get(id, {}),
    }


def _declaration(table: Table, one: Declaration) -> Any:
    over = one.override
    return {
        "mover": one.mover,
        "current": one.current,
        "asked": sorted(one.asked),
        "waiting": sorted(one.waiting),
        "blanket": sorted(one.blanket),
        "objections": one.objections,
        "escrow": table.play.bank.purse(one.account),
        "override": over and (over.shares, over.raises, over.owed, sorted(over.waiting)),
        "conflict": one.conflict,
    }


def _conflict(table: Table) -> Any:
    one = table.play.conflict
    if not one:
        return None
    return {
        "id": one.id,
        "stage": one.stage,
        "spotlight": fight.spotlight(table),
        "round": one.round,
        "notice": one.notice,
        "goals": [(goal["by"], goal["target"]) for goal in one.goals],
        "fighters": {
            f.seat: (
                *(f.node, f.goal, f.rolled, f.path, f.pool),
                *(f.face, f.signal, f.noise, f.dropped, f.doubts),
            )
            for f in one.fighters
        },
        "order": [f.seat for f in one.active],
        "next": one.next,
        "trades": [(t.seat, t.goal, t.dice, t.values) for t in one.trades],
        "winner": one.winner,
    }


def _notices(table: Table) -> Any:
    play = table.play
    return {
        "owed": run.owing(table),
        "chosen": play.chosen,
        "current": play.notice,
        "budget": play.bank.held(f"fnol:{play.notice['seat']}", "story") if play.notice else 0,
        "lost": play.lost,
    }


KIND = Kind(Verge, shown, FAULTS, HABITS)
