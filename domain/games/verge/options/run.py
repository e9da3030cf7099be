"""A seat's moves in Run: declarations, answers, and changes to the scene."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import seat_account, transfer
from verger.domain.core.option import (
    Choices,
    Field,
    Group,
    Option,
    Subset,
    TextField,
    choices,
    move_option,
)
from verger.domain.core.text import PROSE_LIMIT, counted
from verger.domain.games.verge import loss
from verger.domain.games.verge.change import is_on_camera
from verger.domain.games.verge.consent import ACTION_LIMIT, NEGOTIATE, OBJECTION, cannot_declare
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.model.declaration import Declaration, Ground
from verger.domain.games.verge.model.purse import held
from verger.domain.games.verge.options.action import action_shapes
from verger.domain.games.verge.options.conflict import conflict_options
from verger.domain.games.verge.options.contest import contest_options
from verger.domain.games.verge.options.control import grant_options
from verger.domain.games.verge.options.interest import doubt_options, interest_options
from verger.domain.games.verge.options.token import boost_options
from verger.domain.games.verge.proceeding import ONE_AT_A_TIME
from verger.domain.games.verge.scene import cannot_add, cannot_cut
from verger.domain.games.verge.state import State, evolve
from verger.domain.games.verge.token import escrow
from verger.domain.games.verge.writing import active_nodes


def run_options(state: State, seat: SeatId) -> list[Option]:
    """Return the moves of Run that a seat can make now."""
    options = [*_scene(state, seat)]
    for id, declaration in in_order(state.play.declarations.items()):
        if not declaration.is_asking:
            continue
        if declaration.mover == seat:
            options += _own(state, seat, id, declaration)
        elif seat in declaration.agreement.asked:
            options += _answers(seat, id, declaration)
    shapes = () if cannot_declare(state, seat) else tuple(action_shapes(state, seat))
    if shapes:
        actions = Group("actions", shapes, ACTION_LIMIT, singly=True, label="Changes")
        fields = (
            TextField("overview", PROSE_LIMIT, optional=True, label="Say what you are after"),
            actions,
        )
        options.append(move_option("declare", fields, "consent.declare", label="Declare changes"))
    options += [*contest_options(state, seat), *conflict_options(state, seat)]
    # Rarely used moves are last.
    return [
        *options,
        *doubt_options(state, seat),
        *interest_options(state, seat),
        *grant_options(state, seat),
        *boost_options(state, seat),
    ]


def _scene(state: State, seat: SeatId) -> Iterator[Option]:
    scene = state.play.scene
    if not cannot_add(state, seat):
        yield move_option(
            "add_to_camera",
            (TextField("text", PROSE_LIMIT, label="Describe what comes up"),),
            "scene.frame",
            label="Add to the camera",
        )
    edges = loss.choosable(state, seat)
    if edges:
        yield move_option(
            "choose_loss",
            (choices("edge", edges, label="Edge to lose"),),
            loss.CHOICE,
            label="Choose the loss",
        )
    if cannot_cut(state, seat):
        return
    yield from _frame(state)
    if scene:
        yield move_option("end_scene", (), "scene.frame", label="End the scene")


def _frame(state: State) -> Iterator[Option]:
    fields: list[Field] = [
        TextField("camera", PROSE_LIMIT, label="Describe what the camera shows"),
        TextField("place", PROSE_LIMIT, label="Where"),
    ]
    fields.append(present_field(state))
    ready, owing = loss.ready(state), loss.owing(state)
    if ready:
        named = [(seat, state.table.name(seat)) for seat in ready]
        fields.append(choices("notice", named, optional=not owing, label="First notice of loss of"))
    if ready or not owing:
        yield move_option("frame", fields, "scene.frame", loss.ORDER, label="Frame a scene")


def present_field(state: State) -> Subset:
    """Return the field for the nodes in a scene."""
    return Subset(
        "present", choices("present", active_nodes(state)).choices, 20, label="Nodes in the scene"
    )


def _answers(seat: SeatId, id: DeclarationId, declaration: Declaration) -> Iterator[Option]:
    action = choices(
        "action", [(declaration.current, "This one")], optional=True, label="Which action"
    )
    if seat not in declaration.agreement.agreed:
        yield move_option(
            "consent", (_only_this(declaration, "all"), action), ONE_AT_A_TIME, declaration=id
        )
    if declaration.goes_on and seat not in declaration.blanket:
        label = f"Consent to {_all(declaration)}"
        yield move_option(
            "consent", (action,), ONE_AT_A_TIME, declaration=id, all=True, label=label
        )
    others = [ground for ground in Ground if ground is not declaration.ground_of(seat)]
    grounds = choices("ground", [(ground, "") for ground in others], label="Ground")
    fields = (grounds, TextField("reason", PROSE_LIMIT), action)
    yield move_option("object", fields, OBJECTION, declaration=id)


def _only_this(declaration: Declaration, name: str) -> Choices:
    """Return the field that leaves out the actions after the open one, if there are any."""
    values = [(False, "This one"), *([] if declaration.goes_on else [(True, "All of it")])]
    return choices(name, values, optional=True, label="And all that follows")


def _all(declaration: Declaration) -> str:
    """Name the open action and those after it."""
    return f"all {counted(len(declaration.actions) - declaration.current + 1, 'change')}"


def _own(
    state: State, seat: SeatId, id: DeclarationId, declaration: Declaration
) -> Iterator[Option]:
    rest = _only_this(declaration, "rest")
    alone = "Withdraw this one" if declaration.goes_on else "Withdraw it"
    yield move_option("withdraw", (rest,), NEGOTIATE, declaration=id, label=alone)
    if declaration.goes_on:
        label = f"Withdraw {_all(declaration)}"
        yield move_option("withdraw", (), NEGOTIATE, declaration=id, rest=True, label=label)
    was_seen = is_on_camera(declaration.action)
    paid_back = _with_price_back(state, seat, id)
    shapes = tuple(action_shapes(paid_back, seat, was_seen=was_seen))
    if shapes:
        wording = Group("wording", shapes, label="New wording")
        yield move_option("reword", (wording,), NEGOTIATE, declaration=id, label="Reword it")


def _with_price_back(state: State, seat: SeatId, id: DeclarationId) -> State:
    """Return the state before a rewording is paid: the price of the open action is given back."""
    purse = held(state.play.ledger, escrow(id))
    for effect in transfer(purse, escrow(id), seat_account(seat), "", NEGOTIATE):
        state = evolve(state, effect)
    return state
