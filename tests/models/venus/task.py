"""Tasks: jobs and aid, KISSing, and the consequences that successes buy."""

from collections.abc import Mapping
from fractions import Fraction

from tests.models.following import Told
from tests.models.venus.check import roll_of, shown_on_dice, take, texts
from tests.models.venus.play import (
    LEAST,
    Aid,
    Attribute,
    Bought,
    Die,
    State,
    Stunt,
    Task,
    is_success,
    successes,
)

SECONDARY = ("unharmed", "graceful", "others_safe", "nothing_lost")
TERTIARY = ("prize", "lesson", "intentions", "surprise")
SIDES = 6


def task_of(state: State) -> Task:
    task = roll_of(state).task
    assert task
    return task


def take_job(state: State, told: Told) -> None:
    take(state, told.move["job"])


def lack_job(state: State, told: Told) -> None:
    task_of(state).is_lacking = True


def set_threshold(state: State, told: Told) -> None:
    task_of(state).factors = texts(told.move)


def offer_aid(state: State, told: Told) -> None:
    roll, task, move = roll_of(state), task_of(state), told.move
    ability = state.play.characters[move["character"]].sheet.ability(roll.ability)
    assert ability
    task.aid.append(Aid(told.seat, move["character"], move["job"], ability.caliber))


def answer_aid(state: State, told: Told) -> None:
    for aid in task_of(state).aid:
        if aid.seat == told.move["seat"] and aid.accepted is None:
            aid.accepted = told.move["accept"]


def calibers(state: State) -> list[tuple[str, str]]:
    """The owner and the caliber of each die of a task, the actor's dice first."""
    roll, task = roll_of(state), task_of(state)
    own = [(roll.seat, roll.caliber)] * task.dice
    return own + [(aid.seat, aid.caliber) for aid in task.aid if aid.accepted]


def odds(state: State) -> list[str]:
    """The exact chances of each number of successes."""
    chances = [Fraction(1)]
    for _, caliber in calibers(state):
        chance = Fraction(SIDES + 1 - LEAST[caliber], SIDES)
        without = [have * (1 - chance) for have in [*chances, Fraction(0)]]
        more = [have * chance for have in [Fraction(0), *chances]]
        chances = [one + other for one, other in zip(without, more, strict=True)]
    return [str(chance) for chance in chances]


def roll_task(state: State, told: Told) -> None:
    """Roll the dice of a task, and mark the exp of allies."""
    task = task_of(state)
    values = shown_on_dice(told)
    dice = zip(calibers(state), values, strict=True)
    task.rolled = [Die(seat, caliber, value) for (seat, caliber), value in dice]
    for aid in task.aid:
        if aid.accepted:
            state.play.characters[aid.character].sheet.mark(aid.job)
    roll_of(state).stage = "kissing"


def kiss_lot(state: State, told: Told) -> None:
    state.play.give(told.seat, lots=-1)
    task_of(state).rolled[told.move["die"] - 1].kissed = "lot"


def kiss_ego(state: State, told: Told) -> None:
    """Spend Ego: reroll your own failed dice, or count every 6 twice."""
    state.play.give(told.seat, ego=-1)
    task = task_of(state)
    task.ego.append(told.seat)
    if told.move["use"] == "sixes":
        task.is_doubled = True
        return
    asked = [one.die for one in roll_of(state).claims if one.approved is None]
    shown = [one.die for one in task.stunts if one.stands is None]
    for number, die in enumerate(task.rolled, 1):
        is_free = not die.kissed and number not in (*asked, *shown)
        if die.seat == told.seat and is_free and not is_success(die):
            die.kissed = "ego"


def perform_stunt(state: State, told: Told) -> None:
    task_of(state).stunts.append(Stunt(told.seat, told.move["die"]))


def answer_stunt(state: State, told: Told) -> None:
    for stunt in task_of(state).stunts:
        if stunt.seat == told.move["seat"] and stunt.stands is None:
            settle_stunt(state, stunt, stands=told.move["stands"])


def settle_stunt(state: State, stunt: Stunt, *, stands: bool) -> None:
    stunt.stands = stands
    if stands:
        task_of(state).rolled[stunt.die - 1].kissed = "stunt"


def finish_kissing(state: State, told: Told) -> None:
    """Reroll the chosen dice, in their order, and let the result stand."""
    task = task_of(state)
    for stunt in task.stunts:
        if stunt.stands is None:  # the FC's seat is empty, so nobody can veto the stunt
            settle_stunt(state, stunt, stands=True)
    again = [die for die in task.rolled if die.kissed]
    for die, value in zip(again, shown_on_dice(told), strict=True):
        die.value = value
    task.successes = task.left = successes(task.rolled, doubled=task.is_doubled)
    roll_of(state).stage = "spending"


def buy(state: State, told: Told) -> None:
    roll, task, move = roll_of(state), task_of(state), told.move
    wanted = move["consequence"]
    assert task.left is not None
    assert task.threshold is not None
    task.left -= task.threshold if wanted == "primary" else 1
    task.bought.append(Bought(wanted, move.get("to") or ""))
    sheet = state.play.characters[roll.character].sheet
    if wanted == "prize":
        sheet.attributes.append(Attribute("asset", move["text"]))
    elif wanted == "lesson":
        assert task.job
        sheet.mark(task.job)
    elif wanted == "intentions":
        state.play.earn_lot(roll.seat)
    elif wanted == "surprise":
        task.surprised = False


def tell_surprise(state: State, told: Told) -> None:
    task_of(state).surprised = True


def finish_spending(state: State, told: Told) -> None:
    """Mark an exp for a task without its primary consequence, and another if its job is being learned."""
    roll, task = roll_of(state), task_of(state)
    assert task.job
    sheet = state.play.characters[roll.character].sheet
    for marks in ("primary" not in task.has, task.is_learning):
        if marks:
            sheet.mark(task.job)
    if {*SECONDARY, *sheet.specials} <= set(task.has):
        state.play.roll = None
    else:
        roll.stage = "subverting"


def end(state: State, told: Told) -> None:
    """End the task."""
    state.play.roll = None


def can_buy(task: Task, specials: Mapping[str, str]) -> bool:
    """Return whether the remaining successes can buy anything."""
    assert task.left is not None
    assert task.threshold is not None
    has_failed = any(one.to == "failure" for one in task.bought)
    primary = "primary" not in task.has and not has_failed and task.left >= task.threshold
    single = [one for one in (*SECONDARY, *specials, *TERTIARY) if one not in task.has]
    return primary or bool(task.left and single)
