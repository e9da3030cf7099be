"""Find the options that answer a wait, without knowledge of any game.

A wait has the name of the move that answers it, or of the subject to propose. If no option has that name, the answers are the options that
cite the wait's rule.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from verger.domain.core.option import Awaited, Choices, Field, Group, Option

HOLDING_UP = (
    *("add_limit", "signal", "decline", "retract", "rename", "leave", "rewind", "leave_out"),
    *("give_nonce", "reveal_dice", "seal_note", "reveal_note"),
    *("dispute", "state_view", "withdraw_dispute", "propose_settlement", "vote", "appeal"),
)
"""Moves that every game has, and that delay play or change nothing in it."""

OF_TABLES = ("choose_house_rule", "hand_over_gm", "vacate_seat", "reissue_seat", "resume_play")
"""Subjects of proposals that every game has."""


def named(options: Iterable[Option], *names: str) -> list[Option]:
    """The options of these moves, in the order of the names. A name that is given twice counts twice."""
    found = list(options)
    return [option for name in names for option in found if option.fixed["move"] == name]


def about(options: Iterable[Option], id: str) -> list[Option]:
    """Return the options that name an id."""
    return [option for option in options if id in option.fixed.values()]


def subjects(options: Iterable[Option]) -> list[Option]:
    """List the subjects of the possible proposals, according to these options."""
    fields = [field for option in named(options, "propose") for field in option.fields]
    return [shape for field in fields if isinstance(field, Group) for shape in field.shapes]


def proposing(option: Option, subject: str) -> list[Option]:
    """List the option that proposes only this subject, if there is one."""
    shapes = [shape for shape in subjects([option]) if shape.fixed["subject"] == subject]
    return [_only(option, *shapes)] if shapes else []


def _only(option: Option, *shapes: Option) -> Option:
    rules = tuple({rule for shape in shapes for rule in shape.rules})
    return Option(option.fixed, (Group("subject", shapes),), (*option.rules, *sorted(rules)))


def apart(options: Iterable[Option]) -> Iterator[Option]:
    """Split each option to propose into one option for each subject."""
    for option in options:
        if option.fixed["move"] == "propose":
            yield from [_only(option, shape) for shape in subjects([option])]
        else:
            yield option


def kind(option: Option) -> str:
    """The move of an option, or the subject that it proposes."""
    move = str(option.fixed["move"])
    shapes = subjects([option]) if move == "propose" else []
    return str(shapes[0].fixed["subject"]) if shapes else move


def calm(options: Iterable[Option], holding_up: Sequence[str] = ()) -> list[Option]:
    """List the options that neither delay play nor concern the table itself."""
    rare = {*HOLDING_UP, *OF_TABLES, *holding_up}
    return [
        option for option in apart(options) if rare.isdisjoint((option.fixed["move"], kind(option)))
    ]


def evenly(options: Sequence[Option], random: Random) -> Option:
    """Choose an option. Each kind of move is equally likely."""
    kinds = [kind(option) for option in options]
    chosen = random.choice(sorted(set(kinds)))
    return random.choice(
        [option for option, own in zip(options, kinds, strict=True) if own == chosen]
    )


_DISPUTED = ("propose_settlement", "state_view")
"""The moves that answer the question how to settle a dispute."""
NO_WAYS: Mapping[str, tuple[str, ...]] = {}


def answering(
    options: list[Option],
    wait: Awaited,
    ways: Mapping[str, tuple[str, ...]] = NO_WAYS,
    *,
    agreeing: bool = False,
) -> list[Option]:
    """List the options of a seat that answer a wait. `ways` names the moves for some waits."""
    if wait.what in ("agreement", "vote"):
        yes = ("agree",) if agreeing else ("agree", "decline")
        return about(named(options, *(yes if wait.what == "agreement" else ("vote",))), wait.about)
    every = list(apart(options))
    kinds = [kind(option) for option in every]
    own = _DISPUTED if wait.what == "settle_dispute" else (wait.what,)
    names = ways.get(wait.what, own)
    found = [
        option for name in names for option, own in zip(every, kinds, strict=True) if own == name
    ]
    found = found or [option for option in calm(every) if wait.rule in option.rules]
    if not found and wait.what == "play":
        found = calm(every, ("propose",))
    return _on(found, wait.about) if wait.about else found


def _on(options: list[Option], id: str) -> list[Option]:
    """Limit options to this id. Options that name no id of this kind stay as they are."""
    narrowed = [(option, _narrowed(option, id)) for option in options]
    found = [option for _, option in narrowed if option]
    elsewhere = [option for option in options if _names_other(option, id)]
    return found if found or elsewhere else options


def _narrowed(option: Option, id: str) -> Option | None:
    """Narrow an option to only this id, if the option names it."""
    if id not in _values(option):
        return None
    return replace(option, fields=tuple(_narrowed_field(field, id) for field in option.fields))


def _narrowed_field(field: Field, id: str) -> Field:
    if not isinstance(field, Choices):
        return field
    same = tuple(choice for choice in field.choices if choice.value == id)
    return replace(field, choices=same) if same else field


def _values(option: Option) -> list[object]:
    fields = [field for field in option.fields if isinstance(field, Choices)]
    return [*option.fixed.values(), *[choice.value for f in fields for choice in f.choices]]


def _names_other(option: Option, id: str) -> bool:
    """Return whether an option names another id that begins with the same letter."""
    ids = [value for value in _values(option) if isinstance(value, str)]
    return any(other[:1] == id[:1] and other[1:].isdigit() for other in ids)
