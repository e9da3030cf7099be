"""An action of Edgerunner (a deed), from its declaration and its roll to the resistance against it."""

from collections.abc import Callable, Mapping
from copy import deepcopy

from tests.models.edgerunner.exchange import at, close, conflict_of, end_turn, end_wards_of, turn_of
from tests.models.edgerunner.outcome import come_out, is_there, keep_deed, least, take_out
from tests.models.edgerunner.record import (
    BANK,
    Aspect,
    Deal,
    Deed,
    Object,
    Record,
    Rolls,
    Turn,
    tidy,
)

CONSEQUENCES = {"mild": 2, "moderate": 4, "severe": 6}
"""The stress that each consequence absorbs. A character can have one of each."""

ACROSS = ("move_another", "attack", "defense")
"""The actions that become weaker with distance."""


def declare(record: Record, move: Object, rolls: Rolls) -> None:
    """Declare an action. A defense that is not continued ends."""
    conflict, turn = conflict_of(record), turn_of(record)
    action = meant(move["action"])
    rating = record.characters[turn.actor].rating(action["skill"])
    across = action["action"] in ACROSS
    far = record.range(turn.actor, action["target"]) if across else 0
    turn.deed = Deed(action, move["narration"], rating, far, turn.bid)
    end_wards_of(conflict, turn.actor)
    _ask_target(turn)


def meant(action: Object) -> Object:
    """Return the action of a move, with its default fields."""
    full = {"track": None, **action} if action["action"] == "attack" else {**action}
    return {**full, "aspect": tidy(full["aspect"])} if "aspect" in full else full


def go_on(record: Record, move: Object, rolls: Rolls) -> None:
    """Continue the action of the previous exchange. Its dice, invokes and penalties stay."""
    conflict, turn = conflict_of(record), turn_of(record)
    before = conflict.last(turn.actor)
    assert before
    deed = deepcopy(before)
    deed.action, deed.narration, deed.continued = meant(move["action"]), move["narration"], True
    deed.bid, deed.boost, deed.resisted = before.bid + turn.bid, 0, 0
    turn.deed = deed
    _ask_target(turn)


def _ask_target(turn: Turn) -> None:
    turn.moment, turn.answered, turn.compel = "declared", False, None


def needs_answer(record: Record, turn: Turn, player: Callable[[Record, str], str]) -> bool:
    """Return whether the target's player must answer before the roll."""
    deed = turn.deed
    assert deed
    target = record.characters.get(deed.target)
    if target is None:
        return False
    if deed.kind == "move_another":
        return not deed.continued and bool(target.skills)
    if deed.kind == "recovery":
        return deed.target in record.actors()
    if deed.kind == "defense":
        is_other = target.side != record.characters[turn.actor].side
        return is_other and player(record, deed.target) != player(record, turn.actor)
    return False


def oppose(record: Record, move: Object, rolls: Rolls) -> None:
    """Record the skill that a pushed target opposes with, if any."""
    _, turn, deed = at(record)
    turn.answered = True
    skill = move.get("skill")
    if skill is not None:
        deed.opposition = record.characters[deed.target].rating(skill)


def accept_help(record: Record, move: Object, rolls: Rolls) -> None:
    """Record whether the target accepts help."""
    turn = turn_of(record)
    if not move["accept"]:
        turn.deed, turn.moment = None, "choosing"
        return
    turn.answered = True


def compel(record: Record, move: Object, rolls: Rolls) -> None:
    """Compel the actor by an aspect."""
    turn_of(record).compel = {"aspect": move["aspect"], "by": move.get("by")}


def answer_compel(record: Record, move: Object, rolls: Rolls) -> None:
    """Give the actor a fate point and end the turn, or let the actor pay a point instead."""
    conflict, turn, _ = at(record)
    assert turn.compel
    account, by = f"character:{turn.actor}", turn.compel["by"]
    turn.compel = None
    if not move["take"]:
        record.pay("fate", 1, account, BANK)
        return
    record.pay("fate", 1, f"character:{by}" if by else BANK, account)
    end_wards_of(conflict, turn.actor)
    end_turn(record, move, rolls)


def close_compels(record: Record, move: Object, rolls: Rolls) -> None:
    """Continue with the roll. A continued action is not rolled again."""
    _, turn, deed = at(record)
    turn.moment = "boosting" if deed.continued else "rolling"
    give_back(record, turn, deed)


def give_back(record: Record, turn: Turn, deed: Deed) -> bool:
    """If the target is gone, let the seat choose another action, and return True."""
    is_gone = bool(deed.target) and not record.exists(deed.target)
    is_gone |= deed.kind == "attack" and not is_there(record, deed.target)
    if is_gone:
        turn.deed, turn.moment = None, "choosing"
    return is_gone


def roll(record: Record, move: Object, rolls: Rolls) -> None:
    """Roll four dice of -1, 0 and 1."""
    _, turn, deed = at(record)
    if give_back(record, turn, deed):
        return
    deed.dice = _shown(move, rolls)
    turn.moment = "boosting"


def _shown(move: Object, rolls: Rolls) -> list[int]:
    """The values of the rolled dice, or of the real dice that a player reported."""
    return [value - 2 for value in move.get("reported") or rolls[-1]]


def invoke(record: Record, move: Object, rolls: Rolls) -> None:
    """Invoke an aspect: add 2, take away 2, or roll again."""
    _, turn, deed = at(record)
    who = turn.actor if turn.moment == "boosting" else deed.target
    if move["pay"] == "fate":
        record.pay("fate", 1, f"character:{who}", BANK)
    else:
        record.pay("invoke", 1, f"aspect:{move['aspect']}", BANK)
    deed.used.append(move["aspect"])
    if move["use"] == "reroll":
        deed.dice = _shown(move, rolls)
    elif turn.moment == "boosting":
        deed.bonus += 2
    else:
        deed.resisted += 2
    if turn.moment == "resisting":
        resisted(record)


def use_spin(record: Record, move: Object, rolls: Rolls) -> None:
    """Use spin from an earlier failure of the target: add 1."""
    _, turn, deed = at(record)
    record.pay("spin", 1, f"character:{deed.target}", BANK)
    deed.boost += 1
    turn.has_spun = True


def take_stress(record: Record, move: Object, rolls: Rolls) -> None:
    """Use a box: it helps your own move, or its number is taken off an action against you."""
    _, turn, deed = at(record)
    who = turn.actor if turn.moment == "boosting" else deed.target
    record.characters[who].stress.setdefault(move["track"], []).append(move["box"])
    _strain(record, move["box"])


def take_consequence(record: Record, move: Object, rolls: Rolls) -> None:
    """Take a consequence, which is also an aspect. It counts as a stress box does."""
    _, turn, deed = at(record)
    who, severity = turn.actor if turn.moment == "boosting" else deed.target, move["severity"]
    record.characters[who].consequences.append(severity)
    name = tidy(move["name"])
    record.place_aspect(Aspect(name, who, "consequence", severity=severity))
    _strain(record, CONSEQUENCES[severity])


def _strain(record: Record, worth: int) -> None:
    _, turn, deed = at(record)
    if turn.moment == "boosting":
        deed.boost += worth
    else:
        deed.resisted += worth
        resisted(record)


def resisted(record: Record) -> None:
    """End the resistance if too few shifts are left for an effect."""
    _, _, deed = at(record)
    if deed.shifts < least(deed):
        come_out(record)


def stand(record: Record, move: Object, rolls: Rolls) -> None:
    """Leave the roll as it is: first the actor, then the target."""
    _, turn, deed = at(record)
    if turn.moment == "boosting":
        leave_spin(record, turn, deed)
        if deed.shifts >= least(deed) and resists(record, turn, deed):
            turn.moment = "resisting"
            return
    come_out(record)


def leave_spin(record: Record, turn: Turn, deed: Deed) -> None:
    """Give the actor of a negative roll spin, which opponents can use."""
    if deed.shifts < 0 and not deed.continued:
        record.pay("spin", 1, BANK, f"character:{turn.actor}")


def resists(record: Record, turn: Turn, deed: Deed) -> bool:
    """Return whether the target may resist an action."""
    if deed.kind not in ("move_another", "attack", "maneuver"):
        return False
    return deed.target in record.characters and deed.target != turn.actor


def keep_threshold(record: Record, move: Object, rolls: Rolls) -> None:
    """Let a defense have no effect: the threshold of the sheet stays."""
    conflict, turn, deed = at(record)
    leave_spin(record, turn, deed)
    keep_deed(conflict, turn, deed)
    end_wards_of(conflict, turn.actor)
    close(record)


def give_in(record: Record, move: Object, rolls: Rolls) -> None:
    """Let a target that does not resist be taken out."""
    conflict, turn, deed = at(record)
    keep_deed(conflict, turn, deed)
    take_out(record, turn, deed.target)


MOVES: Mapping[str, Deal] = {
    "declare": declare,
    "continue": go_on,
    "oppose": oppose,
    "accept_help": accept_help,
    "compel": compel,
    "answer_compel": answer_compel,
    "close_compels": close_compels,
    "roll": roll,
    "invoke": invoke,
    "use_spin": use_spin,
    "take_stress": take_stress,
    "take_consequence": take_consequence,
    "stand": stand,
    "keep_threshold": keep_threshold,
    "give_in": give_in,
}
