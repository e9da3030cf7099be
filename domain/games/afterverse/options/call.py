"""The tests that the GM can call for now, and the tests that others can join."""

from collections.abc import Iterator

from msgspec import to_builtins

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Choices,
    Field,
    Group,
    Number,
    Option,
    Subset,
    TextField,
    choices,
    move_option,
)
from verger.domain.core.text import PROSE_LIMIT
from verger.domain.games.afterverse.acting import acting_seat
from verger.domain.games.afterverse.beginning import cannot_set
from verger.domain.games.afterverse.calling import (
    ACTORS_MOST,
    RISK_MOST,
    RULE,
    THRESHOLD_MOST,
    leaders,
    nobody_else,
    too_many,
)
from verger.domain.games.afterverse.joining import may_ask, roles_open, takes_part
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.pool import LEADERSHIP, Pool, suggested
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.testing import Role, Test
from verger.domain.games.afterverse.state import State
from verger.domain.secrets.sealing import too_many as too_many_notes
from verger.domain.table.proposal import subject
from verger.domain.table.sheet import Character, CharacterId

_ABOUT = TextField("about", PROSE_LIMIT)
_DICE = choices(
    "glitch", [("none", ""), ("open", ""), ("hidden", "")], optional=True, label="Glitch dice"
)
_TOGETHER = choices("together", [(False, ""), (True, "")], optional=True, label="One roll for all")
_TIES = choices("ties", [(False, ""), (True, "")], optional=True, label="It may end in a tie")
_RISK = choices(
    "risk", [(risk, "") for risk in range(RISK_MOST + 1)], optional=True, label="Risk of a glitch"
)
_ALONE = {"form": "alone"}

Member = tuple[CharacterId, Character[Sheet]]
Known = list[Member]


def calling(state: State) -> Iterator[Option]:
    """Yield the options to call for a test, and to call tests off (`test.call`)."""
    known = in_order(state.play.characters.known.items())
    if known and not too_many(state, state.table.gm):
        yield from _calls(state, known)
    tests = [(id, test.about) for id, test in in_order(state.play.tests.items())]
    if tests:
        yield move_option("call_off", (choices("test", tests),), RULE, label="Call it off")


def _calls(state: State, known: Known) -> Iterator[Option]:
    shapes = tuple(acting(id, character) for id, character in known)
    actors = Group("actors", shapes, ACTORS_MOST, distinct="character", label="Participants")
    own: tuple[Field, ...] = (_ABOUT, actors, *_terms(state), _TOGETHER)
    yield move_option(
        "call_test",
        (*own, *_stakes(state, known)),
        RULE,
        "team.allowed",
        label="Call for a test",
        suggested=_ALONE,
    )
    opposing: tuple[Field, ...] = (_ABOUT, Group("initiator", shapes, label="Initiator"), _TIES)
    if not nobody_else(state):
        yield move_option(
            "call_opposed_test",
            (*opposing, *_stakes(state, known)),
            "test.opposed",
            label="Call an opposed test",
        )


def _terms(state: State) -> tuple[Field, ...]:
    forms = ("alone", "assistance", *(("teamwork",) if leaders(state) else ()))
    threshold = Group("threshold", thresholds(state), optional=True)
    return (choices("form", [(form, "") for form in forms], label="How"), threshold)


def _stakes(state: State, known: Known) -> tuple[Field, ...]:
    everybody = choices("attacked", [(id, character.name) for id, character in known]).choices
    return (
        _RISK,
        _DICE,
        Subset("attacked", everybody, len(everybody), label="Under attack"),
        _into(state),
    )


def beginning(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield a player's own attempts (`test.call`)."""
    known = state.play.characters.known
    own = tuple(acting(id, known[id]) for id in state.play.characters.of(seat))
    if own and not too_many(state, seat):
        yield move_option(
            "begin_test",
            (_ABOUT, Group("actor", own, label="Who")),
            RULE,
            label="Attempt something",
        )


def allowing(state: State) -> Iterator[Option]:
    """Yield the GM's thresholds for players' attempts (`test.call`)."""
    known = in_order(state.play.characters.known.items())
    for id, _ in in_order(state.play.tests.items()):
        if not cannot_set(state, id):
            fields = (*_terms(state), *_stakes(state, known))
            yield move_option(
                "set_threshold",
                fields,
                RULE,
                "team.allowed",
                label="Set the threshold",
                suggested=_ALONE,
                test=id,
            )


def _into(state: State) -> Field:
    kinds = [Kind.INITIATIVE, Kind.AWARENESS] if state.play.scenery.situation else [Kind.INITIATIVE]
    banks = in_order(state.play.banks.items())
    shown = [(str(kind), "") for kind in kinds] + [(str(id), bank.name) for id, bank in banks]
    return choices("into", shown, optional=True, label="Hits go into")


def thresholds(state: State) -> tuple[Option, ...]:
    """Return the fields for a number that everybody sees, and for a number that the server seals (`test.hits`)."""
    hits = (Number("hits", 1, THRESHOLD_MOST),)
    openly, hidden = (Option({"threshold": how}, hits) for how in ("open", "hidden"))
    full = too_many_notes(state.table.notes, state.table.gm)
    return (openly,) if full else (openly, hidden)


def acting(id: CharacterId, character: Character[Sheet]) -> Option:
    """Return a character with the pools of its sheet (`test.pool`)."""
    return _shape(id, character, _pools(character.sheet), suggested(character.sheet))


def _leading(id: CharacterId, character: Character[Sheet]) -> Option:
    """Return a character with its pools for leading a team (`team.teamwork`)."""
    return _shape(id, character, _led(character.sheet), suggested(character.sheet, LEADERSHIP))


def _shape(
    id: CharacterId, character: Character[Sheet], pools: Iterator[Option], best: Pool
) -> Option:
    field = Group("pool", tuple(pools))
    begun = {"pool": to_builtins(best)}
    return Option({"character": id}, (field,), label=character.name, suggested=begun)


def _led(sheet: Sheet) -> Iterator[Option]:
    own = _attribute(sheet)
    special = [
        (entry.name, f"{entry.name} ({entry.skill})")
        for entry in sheet.specializations
        if entry.skill == LEADERSHIP
    ]
    skill = choices("skill", [(LEADERSHIP, LEADERSHIP)])
    yield Option({"pool": "skill"}, (own, skill), ("test.pool",))
    if special:
        field = choices("specialization", special)
        yield Option({"pool": "specialization"}, (own, field), ("test.pool", "test.default"))


def _attribute(sheet: Sheet) -> Choices:
    return choices(
        "attribute", [(entry.name, f"{entry.name} {entry.rating}") for entry in sheet.attributes]
    )


def _pools(sheet: Sheet) -> Iterator[Option]:
    own = _attribute(sheet)
    second = choices(
        "second",
        [(entry.name, f"{entry.name} {entry.rating}") for entry in sheet.attributes],
        label="Second attribute",
    )
    yield Option({"pool": "attributes"}, (own, second), ("test.attribute",))
    skills = [(entry.name, f"{entry.name} {entry.level}") for entry in sheet.skills]
    if skills:
        yield Option({"pool": "skill"}, (own, choices("skill", skills)), ("test.pool",))
    special = [(entry.name, f"{entry.name} ({entry.skill})") for entry in sheet.specializations]
    if special:
        field = choices("specialization", special)
        yield Option({"pool": "specialization"}, (own, field), ("test.pool", "test.default"))
    interests = [(entry.name, f"{entry.name} {entry.level}") for entry in sheet.interests]
    if interests:
        yield Option({"pool": "interest"}, (own, choices("interest", interests)), ("test.pool",))


def joining(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield the roles in tests that a seat can propose for its characters (`team.allowed`)."""
    if may_ask(state, seat):
        return
    for id, test in in_order(state.play.tests.items()):
        for role in roles_open(test):
            shapes = joiners(state, seat, test, role)
            if shapes:
                actor = Group("actor", shapes, label="Who")
                yield subject(
                    "join_test",
                    "team.allowed",
                    actor,
                    test=id,
                    role=role,
                    label=f"Join a test as {role}",
                )


def joiners(state: State, seat: SeatId, test: Test, role: Role) -> tuple[Option, ...]:
    """Return the characters of a seat that can take a role, with their pools."""
    shown = _leading if role == "leader" else acting
    return tuple(shown(id, character) for id, character in _may_join(state, seat, test, role))


def _may_join(state: State, seat: SeatId, test: Test, role: Role) -> Iterator[Member]:
    able = set(leaders(state)) if role == "leader" else state.play.characters.known
    for id, character in in_order(state.play.characters.known.items()):
        theirs = seat == state.table.gm or acting_seat(state, id) == seat
        if theirs and id in able and not takes_part(test, id, role):
            yield id, character


def needed(state: State, test: Test) -> str:
    """Return the move that a test without its leader or opponent needs, or "".

    If nobody can lead any more, the test must be called off.
    """
    roles: dict[str, Role] = {"teamwork": "leader", "opposed": "opponent"}
    role = roles.get(test.form)
    if role is None or role not in roles_open(test):
        return ""
    return "join_test" if any(_may_join(state, state.table.gm, test, role)) else "call_off"
