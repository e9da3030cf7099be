"""The moves in a turn, part by part, and its pending actions."""

from typing import assert_never

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Awaited,
    Choice,
    Choices,
    Option,
    TextField,
    choices,
    move_option,
    spoken,
)
from verger.domain.core.ruling import Refused
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.edgerunner.compelling import COMPEL, payers
from verger.domain.games.edgerunner.declaring import answerer
from verger.domain.games.edgerunner.drawing import DEPLOY, stands_in_zones
from verger.domain.games.edgerunner.ending import FATE
from verger.domain.games.edgerunner.model.action import Defense, MoveAnother, target_of
from verger.domain.games.edgerunner.model.action import name_of as called
from verger.domain.games.edgerunner.model.condition import WORTH
from verger.domain.games.edgerunner.model.conflict import (
    Acting,
    Boosting,
    Choosing,
    Closing,
    Conflict,
    Deciding,
    Declared,
    Deed,
    Part,
    Resisting,
    Rolling,
    Spending,
    shifts_in_words,
)
from verger.domain.games.edgerunner.model.target import AspectId, BorderId
from verger.domain.games.edgerunner.moment import Turn, caller_of
from verger.domain.games.edgerunner.odds import DICE, FACES
from verger.domain.games.edgerunner.options import action
from verger.domain.games.edgerunner.outcome import clearable
from verger.domain.games.edgerunner.rolling import (
    DEFENSE,
    INVOKE,
    RESIST,
    ROLL,
    SPIN,
    cannot_invoke,
    dice_for,
    spinning,
)
from verger.domain.games.edgerunner.route import Route, routes
from verger.domain.games.edgerunner.spending import (
    DOORS,
    FREE,
    MOVE,
    ONCE,
    ONE,
    free_routes,
    mover_of,
    resources,
    turning,
    way_told,
)
from verger.domain.games.edgerunner.state import (
    State,
    fate_of,
    leader,
    name_of,
    player_of,
    sheet_of,
    titled,
)
from verger.domain.games.edgerunner.straining import ATTACK, free_boxes, may_give_in, straining
from verger.domain.games.edgerunner.stroking import ways_field
from verger.domain.games.edgerunner.targeting import RULES, holding
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import rolls_its_own, typed

WHY = TextField("why", PROSE_LIMIT)
NARRATION = TextField("narration", PROSE_LIMIT, label="Describe what happens")


def options(state: State, seat: SeatId, conflict: Conflict, acting: Acting) -> list[Option]:
    """Return the moves of a seat in a turn."""
    turn, part = Turn(conflict, acting), acting.part
    is_actor = player_of(state, acting.actor) == seat
    match part:
        case Declared():
            return _declared(state, seat, turn, part)
        case Resisting():
            return _on_roll(state, seat, part)
        case Boosting():
            return _on_roll(state, seat, part) + _spin(state, turn, part) if is_actor else []
        case _:
            return _own(state, turn, part) if is_actor else []


def _own(
    state: State, turn: Turn, part: Choosing | Rolling | Spending | Deciding | Closing
) -> list[Option]:
    """Return the moves of the actor."""
    match part:
        case Choosing():
            return _choosing(state, turn)
        case Rolling():
            dice = dice_for(state, turn.actor, part.deed)
            return [move_option("roll", typed(state.table, dice, FACES), ROLL)]
        case Spending():
            return _spending(state, turn, part)
        case Deciding():
            return [_deciding(state, part)]
        case Closing():
            return _closing(state, turn)
        case _:
            assert_never(part)


def _choosing(state: State, turn: Turn) -> list[Option]:
    options = action.options(state, turn)
    if not stands_in_zones(state, turn.actor):
        things = [(id, name_of(state, id)) for id in resources(state, turn.actor)]
        zones = [(id, zone.name) for id, zone in in_order(state.play.chart.zones.items())]
        if things:
            fields = (choices("thing", things), choices("zone", zones), NARRATION)
            options.append(move_option("deploy", fields, DEPLOY, label="Deploy something"))
    return options + _closing(state, turn)


def _closing(state: State, turn: Turn) -> list[Option]:
    options = [
        move_option("end_turn", (), ONCE, ONE, label="End the turn"),
        move_option("act_simply", (NARRATION,), ONE, label="Just do it"),
    ]
    open = [] if turn.acting.has_moved else free_routes(state, turn.actor)
    if open:
        options.append(
            move_option(
                "free_move", (route_field(state, open, is_free=True),), FREE, label="Move for free"
            )
        )
    return options


def route_field(state: State, open: list[Route], *, is_free: bool = False) -> Choices:
    """Return the field of routes, with their destinations and prices."""

    def label(route: Route) -> str:
        to = name_of(state, route.to)
        return to if is_free else f"{to}, {shifts_in_words(route.cost)}"

    shown = [Choice(route.id, label(route), about=route.to) for route in open]
    return Choices("route", tuple(shown))


def _declared(state: State, seat: SeatId, turn: Turn, part: Declared) -> list[Option]:
    options = _answers(state, seat, turn, part)
    is_actor = player_of(state, turn.actor) == seat
    if part.compel:
        if is_actor:
            ways = (True, False) if fate_of(state, turn.actor) else (True,)
            take = choices("take", [(way, "") for way in ways], label="Take the compel")
            options.append(move_option("answer_compel", (take,), COMPEL, label="Answer the compel"))
        return options
    if not is_actor:
        options += _compels(state, seat, part)
    if seat == caller_of(state) and answerer(state, turn, part) is None:
        options.append(move_option("close_compels", (), COMPEL, label="Close the compels"))
    return options


def _answers(state: State, seat: SeatId, turn: Turn, part: Declared) -> list[Option]:
    """Return the target's answers before the roll."""
    target = answerer(state, turn, part)
    if target is None or player_of(state, target) != seat:
        return []
    if not isinstance(part.deed.action, MoveAnother):
        accept = choices("accept", [(True, ""), (False, "")], label="Accept it")
        return [
            move_option(
                "accept_help", (accept,), RULES[type(part.deed.action)], label="Answer the help"
            )
        ]
    skills = [
        (skill.name, f"{skill.name} {skill.rating}") for skill in sheet_of(state, target).skills
    ]
    without = move_option("oppose", (), ROLL, label="Do not oppose")
    with_skill = move_option("oppose", (choices("skill", skills),), ROLL, label="Oppose with")
    return [with_skill, without] if skills else [without]


def _compels(state: State, seat: SeatId, part: Declared) -> list[Option]:
    aspects = [(id, name) for id, name in holding(state) if id not in part.compelled]
    if not aspects:
        return []
    fields = (choices("aspect", aspects), WHY)
    options = (
        [move_option("compel", fields, COMPEL, label="Compel an aspect")]
        if seat == leader(state)
        else []
    )
    if by := payers(state, seat):
        options.append(
            move_option(
                "compel",
                (*fields, choices("by", by, label="Paid by")),
                COMPEL,
                label="Pay for a compel",
            )
        )
    return options


def _on_roll(state: State, seat: SeatId, part: Boosting | Resisting) -> list[Option]:
    """Return the moves on a roll: boosts by the actor, then resistance by the target."""
    who = _speaker(state, part)
    if player_of(state, who) != seat:
        return []
    rules = (ROLL, RESIST) if isinstance(part, Resisting) else (ROLL,)
    options = [move_option("stand", (), *rules, label="Let it stand")]
    for pay in ("fate", "free"):
        open = [
            (id, name)
            for id, name in holding(state)
            if not cannot_invoke(state, part.deed, who, id, pay)
        ]
        if open:
            options += _invokes(state, open, pay)
    if may_give_in(part):
        options.append(move_option("give_in", (WHY,), ATTACK, label="Give in"))
    if isinstance(part, Boosting) and isinstance(part.deed.action, Defense):
        options.append(move_option("keep_threshold", (), DEFENSE, label="Keep the threshold"))
    return options + _strain(state, seat)


def _invokes(state: State, open: list[tuple[AspectId, str]], pay: str) -> list[Option]:
    """Return the ways to invoke aspects. Only a new roll needs a field for real dice."""
    aspects = choices("aspect", open)
    use = choices("use", [("shifts", ""), ("reroll", "")], label="For")
    label = "Invoke for free" if pay == "free" else "Invoke an aspect"
    if not rolls_its_own(state.table):
        return [move_option("invoke", (aspects, use, WHY), INVOKE, pay=pay, label=label)]
    none, four = (typed(state.table, count, FACES) for count in (0, DICE))
    return [
        move_option("invoke", (aspects, WHY, *none), INVOKE, pay=pay, use="shifts", label=label),
        move_option(
            "invoke",
            (aspects, WHY, *four),
            INVOKE,
            pay=pay,
            use="reroll",
            label=f"{label} to reroll",
        ),
    ]


def _speaker(state: State, part: Boosting | Resisting) -> CharacterId:
    conflict = state.play.conflict
    assert conflict is not None
    assert isinstance(conflict.stage, Acting)
    if isinstance(part, Boosting):
        return conflict.stage.actor
    return CharacterId(str(getattr(part.deed.action, "target", "")))


def _strain(state: State, seat: SeatId) -> list[Option]:
    strain = straining(state, seat)
    if isinstance(strain, Refused):
        return []
    who, part, rule = strain
    listed: list[Option] = []
    for name, free in free_boxes(state, who, part).items():
        box = choices("box", [(box, "") for box in free])
        label = f"Take stress: {name}"
        listed.append(move_option("take_stress", (box, WHY), rule, track=name, label=label))
    taken = state.play.condition(who).consequences
    severities = [
        (severity, f"{spoken(severity)}, {shifts_in_words(worth)}")
        for severity, worth in WORTH.items()
        if severity not in taken
    ]
    if severities:
        fields = (choices("severity", severities), TextField("name", LABEL_LIMIT), WHY)
        listed.append(move_option("take_consequence", fields, rule, label="Take a consequence"))
    return listed


def _spin(state: State, turn: Turn, part: Boosting) -> list[Option]:
    if spinning(state, turn, part.deed) is None:
        return []
    return [move_option("use_spin", (), SPIN, label="Use spin")]


def _spending(state: State, turn: Turn, part: Spending) -> list[Option]:
    options = [move_option("finish_action", (), ONE, label="Finish the action")]
    mover = mover_of(turn, part)
    if mover is None:
        boxes = [(box, "") for box in clearable(state, part.deed, part.left)]
        fields = (choices("box", boxes),)
        return (
            [*options, move_option("clear_box", fields, "action.recovery", label="Clear a box")]
            if boxes
            else options
        )
    zone = state.play.condition(mover).zone
    open = routes(state.play.chart, zone, part.left) if zone else []
    if turned := turning(state, turn, part):
        ways = [(id, way_told(state, border, n)) for id, (border, n, _) in turned.items()]
        options.append(
            move_option("turn_door", (choices("door", ways),), DOORS, label="Turn a door")
        )
    return [*options, move_option("go", (route_field(state, open),), MOVE)] if open else options


def _deciding(state: State, part: Deciding) -> Option:
    if BorderId(part.target) in state.play.chart.borders:
        border = choices("border", [(part.target, name_of(state, part.target))])
        return move_option(
            "redefine_border",
            (border, ways_field()),
            "action.attack_thing",
            label="Redefine the border",
        )
    return move_option(
        "decide_fate",
        (TextField("story", PROSE_LIMIT, label="Say what becomes of it"),),
        FATE,
        label="Decide the fate",
    )


_AWAITED: dict[type[Part], tuple[str, str, str]] = {
    Choosing: ("act", ONE, "It is {who}'s turn: {ways}."),
    Rolling: ("roll", ROLL, "Roll for {who}."),
    Boosting: ("stand", ROLL, "Improve {who}'s roll, or let it stand."),
    Closing: ("end_turn", ONCE, "End {who}'s turn, or move for free first."),
    Spending: ("", "", "Use the shifts that {who} has left, or finish the action."),
    Deciding: ("", "", "Say what becomes of the target that {who} has taken out."),
}


def awaited(state: State, conflict: Conflict, acting: Acting) -> Awaited:
    """Return the pending action of a turn."""
    part, actor, who = acting.part, player_of(state, acting.actor), name_of(state, acting.actor)
    if isinstance(part, Declared):
        return _awaited_before(state, Turn(conflict, acting), part)
    if isinstance(part, Resisting):
        target = _speaker(state, part)
        sentence = f"{_deed(state, who, part.deed)}: resist as {name_of(state, target)}, or let the roll stand."
        return Awaited("resist", (player_of(state, target),), RESIST, sentence)
    what, rule, text = _AWAITED[type(part)]
    if isinstance(part, Spending | Deciding):
        # The last option is the one that uses shifts or decides.
        option = _own(state, Turn(conflict, acting), part)[-1]
        what, rule = str(option.fixed["move"]), option.rules[0]
    ways = _ways_to_act(state, Turn(conflict, acting)) if isinstance(part, Choosing) else ""
    return Awaited(what, (actor,), rule, text.format(who=who, ways=ways))


def _ways_to_act(state: State, turn: Turn) -> str:
    """Describe what an actor can do in its turn."""
    moves = {option.fixed["move"] for option in _choosing(state, turn)}
    if "declare" in moves:
        return "declare an action, or do something simple"
    if "deploy" in moves:
        return "deploy something, or do something simple"
    return "do something simple, or end the turn"


def _awaited_before(state: State, turn: Turn, part: Declared) -> Awaited:
    """Return the pending answer before the roll."""
    who, action = name_of(state, turn.actor), part.deed.action
    if part.compel:
        named = titled(state, part.compel.aspect)
        sentence = f"{who} is compelled by {named}: take a fate point and give in, or pay a fate point and act."
        return Awaited("answer_compel", (player_of(state, turn.actor),), COMPEL, sentence)
    deed, target = _deed(state, who, part.deed), answerer(state, turn, part)
    if target is None:
        sentence = f"{deed}: close the compels when nobody has another compel."
        return Awaited("close_compels", (caller_of(state),), COMPEL, sentence)
    seats = (player_of(state, target),)
    if isinstance(action, MoveAnother):
        sentence = f"{deed}: {name_of(state, target)} may oppose it with a skill."
        return Awaited("oppose", seats, ROLL, sentence)
    sentence = f"{deed}: accept or refuse the help for {name_of(state, target)}."
    return Awaited("accept_help", seats, RULES[type(action)], sentence)


def _deed(state: State, who: str, deed: Deed) -> str:
    """Describe a character's action as the beginning of a sentence."""
    target = target_of(deed.action)
    on = f" on {titled(state, target)}" if target else ""
    return f"{who} declares {called(deed.action)}{on}, “{deed.narration.removesuffix('.')}”"
