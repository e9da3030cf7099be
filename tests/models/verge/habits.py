"""The settings of walks for Verge's model, with goals at each price, and scenes that end early."""

from collections.abc import Mapping
from typing import Any

from tests.laws.habit import Plan, Walking
from tests.laws.habits.verge import HABITS as OF_LAWS
from tests.support.options import draw
from verger.domain.core.option import Group
from verger.domain.games.verge import change


def _prices_goals(walk: Walking) -> Plan:
    """Propose when the changes of goals are paid."""
    value = walk.random.choice(("stated", "winner", "winner", "free"))
    rule = {"house_rule": "goal_cost", "value": value}
    return walk.somebody(), {"move": "propose", "subject": {"subject": "choose_house_rule", **rule}}


def _creates_on_camera(walk: Walking) -> Plan:
    """Declare a creation in the fiction, if there is a scene."""
    seat = walk.somebody()
    if walk.state.play.scene is None:
        return None
    shapes = [
        shape
        for option in walk.options(seat)
        for field in option.fields
        if option.fixed["move"] == "declare" and isinstance(field, Group)
        for shape in field.shapes
        if shape.fixed["action"] == "create"
    ]
    if not shapes:
        return None
    action = {**draw(walk.random.choice(shapes), walk.random), "nature": "fiction"}
    return seat, {"move": "declare", "overview": "It comes in.", "actions": [action]}


def _scene_ends_early(walk: Walking) -> Plan:
    """Have the GM end a scene before a creation in the fiction is recorded."""
    play = walk.state.play
    is_on_camera = any(change.is_on_camera(one.action) for one in play.declarations.values())
    if play.scene is None or not is_on_camera:
        return None
    return walk.state.table.gm, {"move": "end_scene"}


HABITS: Mapping[str, Any] = {
    "plans": (
        *OF_LAWS.plans,
        (0.03, _prices_goals),
        (0.1, _creates_on_camera),
        (0.1, _scene_ends_early),
    )
}
"""The differences from the walks of the laws."""
