"""The options of a seat, with the question that each of them answers."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from verger.domain.core.decider import Answer, Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Answering, Awaited, Choices, Group, Option
from verger.domain.core.union import classes_of
from verger.domain.dispute.settling import ProposeSettlement
from verger.domain.judging.log import LogMove
from verger.domain.judging.offer import awaited_of, options_of, question_of
from verger.domain.judging.tabletop import TableMove
from verger.domain.table.proposal import TableSubject

OF_TABLES = frozenset(
    str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
    for kind in classes_of(TableMove | LogMove | ProposeSettlement[Any] | TableSubject)
)
"""The moves and subjects that are the same at every table."""


class _Answer(NamedTuple):
    """A question, and a possible answer to it."""

    wait: Awaited
    answer: Answer


_Answered = tuple[_Answer, Option]


def answered_options(
    ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId
) -> list[Option]:
    """Return the moves that a seat can make.

    Moves that answer a question come first: in the order of the questions, and for one question in
    the order of its answers. A move belongs to the first question that it answers. A proposal that answers a question is a separate option.
    """
    listed = options_of(ruleset, state, version, seat)
    places, options = _places(listed), [[option] for option in listed]
    answered: list[_Answered] = []
    for wait in awaited_of(ruleset, state):
        if seat in wait.seats:
            for answer in question_of(ruleset, wait.what).answers:
                possible = _Answer(wait, answer)
                for place in places.get(answer.move, ()):
                    parts = [_parts(option, possible) for option in options[place]]
                    answered += [(possible, one) for found, _ in parts for one in found]
                    options[place] = [one for _, others in parts for one in others]
    return [_with_owner(option) for option in (*_labelled(answered), *chain(*options))]


def _places(options: Sequence[Option]) -> Mapping[object, Sequence[int]]:
    """Return the places of the options of each move, and of the proposals of each subject."""
    places: defaultdict[object, list[int]] = defaultdict(list)
    for place, option in enumerate(options):
        move = option.fixed["move"]
        subjects = _group(option).shapes if move == "propose" else ()
        for name in dict.fromkeys([move, *[shape.fixed["subject"] for shape in subjects]]):
            places[name].append(place)
    return places


def _group(proposal: Option) -> Group:
    """Return the field of the subjects that can be proposed."""
    (group,) = [field for field in proposal.fields if isinstance(field, Group)]
    return group


_Parts = tuple[Sequence[Option], Sequence[Option]]
"""The parts of an option that answer a question, and the other parts."""


def _parts(option: Option, possible: _Answer) -> _Parts:
    if option.fixed["move"] == "propose":
        return _subjects(option, possible)
    about, others = _about(option, possible)
    for one in about:
        for place, field in enumerate(one.fields):
            wanted = possible.answer.values.get(field.name)
            if wanted is not None and isinstance(field, Choices):
                found, rest = _split(one, place, field, wanted)
                return found, (*rest, *others)
    return about, others


def _subjects(option: Option, possible: _Answer) -> _Parts:
    """Return an option for each proposal that answers a question, and an option for all other subjects."""
    group = _group(option)
    own, others = list[Option](), list[Option]()
    for shape in group.shapes:
        is_answer = shape.fixed["subject"] == possible.answer.move
        fitting, rest = _about(shape, possible) if is_answer else ((), (shape,))
        own += fitting
        others += rest
    if not own:
        return (), (option,)
    apart = [replace(_with_shapes(option, group, [shape]), label=shape.label) for shape in own]
    return apart, (_with_shapes(option, group, others),) if others else ()


def _with_shapes(option: Option, group: Group, shapes: Sequence[Option]) -> Option:
    return replace(option, fields=(replace(group, shapes=tuple(shapes)),))


def _about(option: Option, possible: _Answer) -> _Parts:
    """Return the part of an option that is about the subject of a question, and the other part."""
    id = possible.wait.about
    if not id or id in map(str, option.fixed.values()):
        return (option,), ()
    if any(_is_id(value) for value in option.fixed.values()):
        return (), (option,)
    for place, field in enumerate(option.fields):
        if isinstance(field, Choices) and any(choice.value == id for choice in field.choices):
            return _split(option, place, field, id)
        if isinstance(field, Choices) and any(_is_alike(c.value, id) for c in field.choices):
            return (), (option,)
    return ((), (option,)) if possible.answer.about else ((option,), ())


def _split(option: Option, place: int, field: Choices, value: object) -> _Parts:
    """Return an option with only one choice in a field, and an option with the other choices."""
    same = tuple([choice for choice in field.choices if choice.value == value])
    others = tuple([choice for choice in field.choices if choice.value != value])
    if not same:
        return (), (option,)
    rest: tuple[Option, ...] = ()
    if others:
        rest = (_with_field(option, place, replace(field, choices=others)),)
    elif field.optional:
        rest = (replace(option, fields=(*option.fields[:place], *option.fields[place + 1 :])),)
    return (_with_field(option, place, replace(field, choices=same, optional=False)),), rest


def _with_field(option: Option, place: int, field: Choices) -> Option:
    fields = option.fields
    return replace(option, fields=(*fields[:place], field, *fields[place + 1 :]))


def _is_id(value: object) -> bool:
    """Return whether a value is an id, such as `d2`, or the number of a claim."""
    return (isinstance(value, str) and value[1:].isdigit()) or type(value) is int


def _is_alike(value: object, id: str) -> bool:
    """Return whether a value is an id of the same kind as another id, such as `d3` and `d2`."""
    return _is_id(value) and str(value)[:1] == id[:1]


def _labelled(answered: Sequence[_Answered]) -> Iterator[Option]:
    """Yield the options with their questions.

    No two options have the same label, and no two answers to a question have the same verb.
    """
    verbs = _numbered(
        [(possible.wait.id, _verb(option, possible.answer)) for possible, option in answered]
    )
    objects = [possible.wait.object for possible, _ in answered]
    named = [f"{verb}: {of}" if of else verb for verb, of in zip(verbs, objects, strict=True)]
    labels = _numbered([("", label) for label in named])
    for (possible, option), verb, label in zip(answered, verbs, labels, strict=True):
        answering = Answering(
            question=possible.wait.id,
            verb=verb,
            consequence=possible.answer.consequence,
            object=possible.wait.object,
            destroys=possible.answer.destroys,
            says=possible.answer.says,
        )
        yield replace(option, label=label, answers=answering)


def _numbered(placed: Sequence[tuple[str, str]]) -> list[str]:
    """Return the words of these pairs (place, words). Equal pairs get numbers."""
    times, seen, numbered = Counter(placed), Counter[tuple[str, str]](), list[str]()
    for pair in placed:
        seen[pair] += 1
        numbered.append(f"{pair[1]} ({seen[pair]})" if times[pair] > 1 else pair[1])
    return numbered


def _verb(option: Option, answer: Answer) -> str:
    """Return the words of an answer, with the value that distinguishes it from other answers."""
    if answer.verb:
        return answer.verb
    values = [
        choice.label
        for field in option.fields
        if isinstance(field, Choices) and field.name in answer.values
        for choice in field.choices
    ]
    return ": ".join([option.label, *values])


def _with_owner(option: Option) -> Option:
    """Return an option that says whether its move, or each of its subjects, belongs to the game."""
    if option.fixed["move"] != "propose":
        return replace(option, of=_owner(option.fixed["move"]))
    group = _group(option)
    shapes = [replace(shape, of=_owner(shape.fixed["subject"])) for shape in group.shapes]
    owners = {shape.of for shape in shapes}
    return replace(
        _with_shapes(option, group, shapes), of="game" if owners == {"game"} else "table"
    )


def _owner(name: object) -> Literal["game", "table"]:
    return "table" if name in OF_TABLES else "game"


def is_asked(ruleset: Ruleset[Any], state: State[Any], seat: SeatId, question: str) -> bool:
    """Return whether a seat is asked this question now."""
    return any(wait.id == question and seat in wait.seats for wait in awaited_of(ruleset, state))
