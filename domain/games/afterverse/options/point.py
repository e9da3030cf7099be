"""The moves about points: banks, chutzpah outside of rolls, awareness."""

from collections.abc import Iterator

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Choices,
    Group,
    Number,
    Option,
    TextField,
    choices,
    move_option,
)
from verger.domain.core.ruling import Refused
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.afterverse import chutzpah_use
from verger.domain.games.afterverse.acting import acting_seat, player_of
from verger.domain.games.afterverse.awareness import (
    AGAIN,
    BANK,
    REFRESH,
    has_looked_again,
    too_many,
)
from verger.domain.games.afterverse.banking import BANKS_MOST, GIVEN, POINTS_MOST, RULE
from verger.domain.games.afterverse.knowledge import RULE as KNOWLEDGE
from verger.domain.games.afterverse.knowledge import may_weigh, pool_of
from verger.domain.games.afterverse.model.bank import Kind
from verger.domain.games.afterverse.model.pool import FACES
from verger.domain.games.afterverse.options.call import thresholds
from verger.domain.games.afterverse.state import State
from verger.domain.table.sheet import CharacterId
from verger.domain.table.throw import typed

_TEXT = TextField("text", PROSE_LIMIT, label="In words")


def _characters(state: State) -> list[tuple[CharacterId, str]]:
    known = in_order(state.play.characters.known.items())
    return [(id, character.name) for id, character in known]


def spending(state: State, seat: SeatId) -> Iterator[Option]:
    """Yield a seat's moves that spend its characters' chutzpah, awareness and banked hits.

    The player's seat spends chutzpah. The seat that acts for a character (the player's, or the GM's
    if the player is away) spends its awareness. That seat and the GM can both spend banked hits.
    """
    for who, _name in _characters(state):
        if player_of(state, who) == seat:
            yield from _chutzpah(state, who)
        if acting_seat(state, who) == seat and _may_ask(state, who):
            yield move_option("ask", (_TEXT,), BANK, character=who, label="Ask a question")
    for id, bank in in_order(state.play.banks.items()):
        hits = min(POINTS_MOST, state.play.hits(id))
        if hits and seat in (acting_seat(state, bank.character), state.table.gm):
            yield move_option(
                "spend_hits", (Number("hits", 1, hits),), RULE, bank=id, label="Use hits"
            )


def _may_ask(state: State, who: CharacterId) -> bool:
    scenery = state.play.scenery
    points = state.play.holds(who, Kind.AWARENESS)
    return (
        scenery.situation is not None
        and points > 0
        and not too_many(state, acting_seat(state, who))
    )


def _chutzpah(state: State, who: CharacterId) -> Iterator[Option]:
    if not state.play.holds(who, Kind.CHUTZPAH):
        return
    if not chutzpah_use.cannot_pump(state, who):
        die = typed(state.table, 1, FACES)
        yield move_option(
            "adrenaline", die, "chutzpah.adrenaline", character=who, label="Use adrenaline"
        )
    if not chutzpah_use.cannot_recover(state, who):
        yield move_option(
            "second_wind", (), "chutzpah.second_wind", character=who, label="Get a second wind"
        )
    character = state.play.characters.get(who)
    interests = (
        [(own.name, f"{own.name} {own.level}") for own in character.sheet.interests]
        if character
        else []
    )
    fit = [(own, level) for own, level in interests if _has_pool(state, who, own)]
    if fit:
        fields = (choices("interest", fit), _TEXT)
        yield move_option("declare_fact", fields, KNOWLEDGE, character=who, label="Declare a fact")


def _has_pool(state: State, who: CharacterId, interest: str) -> bool:
    return not isinstance(pool_of(state, who, interest), Refused)


def keeping(state: State) -> Iterator[Option]:
    """Yield the GM's moves about banks and points (`bank.hits`)."""
    characters = choices("character", _characters(state))
    if characters.choices and len(state.play.banks) < BANKS_MOST:
        named = (characters, TextField("name", LABEL_LIMIT))
        limits = [
            ("none", "Without a limit"),
            ("first_pool", "The number of dice in its first test"),
        ]
        kinds = choices("cap", limits, optional=True, label="At most")
        yield move_option("open_bank", (*named, kinds), RULE, label="Open a bank")
        yield move_option(
            "open_bank",
            (*named, Number("cap", 1, POINTS_MOST, label="At most")),
            RULE,
            label="Open a limited bank",
        )
    banks = [(id, bank.name) for id, bank in in_order(state.play.banks.items())]
    if banks:
        yield move_option("close_bank", (choices("bank", banks),), RULE, label="Close a bank")
    if characters.choices:
        kinds = choices("kind", [(kind, "") for kind in GIVEN])
        yield move_option(
            "give_points",
            (characters, kinds, Number("points", 1, POINTS_MOST)),
            RULE,
            label="Give points",
        )
    for who, _ in _characters(state):
        for kind in GIVEN:
            held = min(POINTS_MOST, state.play.holds(who, Kind(kind)))
            if held:
                points = Number("points", 1, held)
                label = f"Take {kind} away"
                yield move_option(
                    "take_points", (points,), RULE, character=who, kind=kind, label=label
                )


def telling(state: State) -> Iterator[Option]:
    """Yield the GM's moves about situations, questions and statements."""
    scenery = state.play.scenery
    yield move_option("open_situation", (_TEXT,), REFRESH, label="Open a situation")
    if scenery.situation:
        yield move_option("leave_situation", (), REFRESH, label="Leave the situation")
        yield from _noticing(state)
    combat = "end_combat" if scenery.combat else "begin_combat"
    yield move_option(combat, (), "chutzpah.adrenaline")
    for id, question in in_order(scenery.questions.items()):
        yield move_option("turn_away", (), BANK, question=id, label="Turn it away")
        double = _may_double(state, question.character, 1)
        yield move_option("answer", (_TEXT, _before(double=double)), BANK, AGAIN, question=id)
    yield from _weighing(state)


def _before(*, double: bool) -> Choices:
    return choices(
        "before", [(False, ""), (True, "")][: 1 + double], optional=True, label="From before"
    )


def _may_double(state: State, who: CharacterId, price: int) -> bool:
    return has_looked_again(state, who) and state.play.holds(who, Kind.AWARENESS) >= price


def _noticing(state: State) -> Iterator[Option]:
    for who, _ in _characters(state):
        if state.play.holds(who, Kind.AWARENESS):
            before = _before(double=_may_double(state, who, 2))
            yield move_option(
                "notice", (_TEXT, before), BANK, AGAIN, character=who, label="Notice something"
            )


def _weighing(state: State) -> Iterator[Option]:
    for id, statement in in_order(state.play.world.statements.items()):
        if statement.standing != "declared":
            continue
        reason = TextField("reason", PROSE_LIMIT, optional=True)
        yield move_option(
            "reject_fact", (reason,), KNOWLEDGE, statement=id, label="Reject the fact"
        )
        if not may_weigh(state, id):
            continue
        unseen = choices("hidden", [(False, ""), (True, "")], optional=True, label="Face down")
        fields = (Group("threshold", thresholds(state)), unseen)
        yield move_option("weigh_fact", fields, KNOWLEDGE, statement=id, label="Weigh the fact")
