"""The tests that the GM may call for now, and those that others may join."""

from collections.abc import Iterator

from domain.core.identifier import SeatId, in_order
from domain.core.option import Field, Group, Number, Option, Subset, Text, choices, move_option
from domain.core.text import PROSE_LIMIT
from domain.games.afterverse.acting import hand
from domain.games.afterverse.calling import (
    ACTORS_MOST,
    RISK_MOST,
    RULE,
    TESTS_MOST,
    THRESHOLD_MOST,
    nobody_else,
    roles_open,
    takes_part,
)
from domain.games.afterverse.model.bank import Kind
from domain.games.afterverse.model.sheet import RATING_MOST, Sheet
from domain.games.afterverse.model.test import Role, Test, TestId
from domain.games.afterverse.state import State
from domain.table.sheet import Character, CharacterId

_ABOUT = Text("about", PROSE_LIMIT)
_DICE = choices("glitch", [("none", ""), ("open", ""), ("hidden", "")], optional=True)
_TOGETHER = choices("together", [(False, ""), (True, "")], optional=True)
_TIES = choices("ties", [(False, ""), (True, "")], optional=True)
_RISK = choices("risk", [(risk, "") for risk in range(RISK_MOST + 1)], optional=True)

Known = list[tuple[CharacterId, Character[Sheet]]]


def calling(state: State) -> Iterator[Option]:
    """Calling for a test, and calling one off (`test.call`)."""
    known = in_order(state.play.characters.known.items())
    if known and len(state.play.tests) < TESTS_MOST:
        yield from _calls(state, known)
    tests = [(id, called.about) for id, called in in_order(state.play.tests.items())]
    if tests:
        yield move_option("call_off", (choices("test", tests),), RULE)


def _calls(state: State, known: Known) -> Iterator[Option]:
    shapes = tuple(acting(id, one) for id, one in known)
    actors = Group("actors", shapes, ACTORS_MOST, distinct="character")
    forms = choices("form", [("alone", ""), ("assistance", ""), ("teamwork", "")])
    everybody = choices("attacked", [(id, one.name) for id, one in known]).choices
    attacked = Subset("attacked", everybody, len(everybody))
    common: tuple[Field, ...] = (_RISK, _DICE, attacked, _into(state))
    threshold = Group("threshold", thresholds(state), optional=True)
    own: tuple[Field, ...] = (_ABOUT, forms, actors, threshold, _TOGETHER)
    yield move_option("call_test", (*own, *common), RULE, "team.allowed")
    opposing: tuple[Field, ...] = (_ABOUT, Group("initiator", shapes), _TIES)
    if not nobody_else(state):
        yield move_option("call_opposed_test", (*opposing, *common), "test.opposed")


def _into(state: State) -> Field:
    kinds = [Kind.INITIATIVE, Kind.AWARENESS] if state.play.scenery.situation else [Kind.INITIATIVE]
    banks = in_order(state.play.banks.items())
    shown = [(str(kind), "") for kind in kinds] + [(str(id), one.name) for id, one in banks]
    return choices("into", shown, optional=True)


def thresholds(state: State) -> tuple[Option, ...]:
    """A number that all see, or one of the GM's sealed notes (`test.hits`)."""
    openly = Option({"threshold": "open"}, (Number("hits", 1, THRESHOLD_MOST),))
    gm = state.table.gm
    notes = [
        (note.id, note.id) for note in state.table.notes if note.by == gm and note.roll is None
    ]
    if not notes:
        return (openly,)
    return (openly, Option({"threshold": "hidden"}, (choices("note", notes),)))


def acting(id: CharacterId, one: Character[Sheet]) -> Option:
    """A character with the pools that its sheet gives it (`test.pool`)."""
    return Option({"character": id}, (Group("pool", tuple(_pools(one.sheet))),))


def _pools(sheet: Sheet) -> Iterator[Option]:
    own = choices("attribute", [(one.name, str(one.rating)) for one in sheet.attributes])
    second = choices("second", [(one.name, str(one.rating)) for one in sheet.attributes])
    yield Option({"pool": "attributes"}, (own, second), ("test.attribute",))
    skills = [(one.name, str(one.level)) for one in sheet.skills]
    if skills:
        yield Option({"pool": "skill"}, (own, choices("skill", skills)), ("test.pool",))
    special = [(one.name, one.skill) for one in sheet.specializations]
    if special:
        field = choices("specialization", special)
        yield Option({"pool": "specialization"}, (own, field), ("test.pool", "test.default"))
    interests = [(one.name, str(one.level)) for one in sheet.interests]
    if interests:
        yield Option({"pool": "interest"}, (own, choices("interest", interests)), ("test.pool",))
    requisite = Number("requisite", 0, RATING_MOST)
    yield Option({"pool": "unskilled"}, (own, requisite), ("test.default",))


def joining(state: State, seat: SeatId) -> Iterator[Option]:
    """The parts in tests that a seat's characters may take (`team.allowed`)."""
    for id, called in in_order(state.play.tests.items()):
        for role in roles_open(called):
            shapes = _joiners(state, seat, called, role)
            if shapes:
                yield _join(id, role, shapes)


def _joiners(state: State, seat: SeatId, called: Test, role: Role) -> tuple[Option, ...]:
    is_gm = seat == state.table.gm
    return tuple(
        acting(id, one)
        for id, one in in_order(state.play.characters.known.items())
        if (is_gm or hand(state, id) == seat) and not takes_part(called, id, role)
    )


def _join(id: TestId, role: Role, shapes: tuple[Option, ...]) -> Option:
    return move_option("join_test", (Group("actor", shapes),), "team.allowed", test=id, role=role)


def needed(called: Test) -> Role | None:
    """The part without which a test cannot go on, if it is still open."""
    roles: dict[str, Role] = {"teamwork": "leader", "opposed": "opponent"}
    role = roles.get(called.form)
    return role if role in roles_open(called) else None
