"""The words for dice and tokens, and texts that people wrote."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from verger.domain.core.dice import Roll
from verger.domain.core.landmark import Names, quoted
from verger.domain.core.ledger import TokensMoved
from verger.domain.core.note import ROLL, SealedPart
from verger.domain.core.telling import Telling
from verger.domain.core.text import PROSE_LIMIT, counted, listed, text_fields, tidy
from verger.domain.table.sheet import WriteSheet
from verger.projections.story.entry import CastView, GainView
from verger.projections.throws import Throw

_HOLDERS = frozenset({"seat", "character"})
"""The accounts that belong to somebody. All other accounts hold stakes, or belong to the bank."""


def words(struct: msgspec.Struct) -> Iterator[str]:
    """Yield the texts that people wrote in a move, without names, labels and sheets."""
    for name, limit in text_fields(type(struct)):
        value = getattr(struct, name)
        if isinstance(value, str):
            if limit == PROSE_LIMIT:
                yield value.strip()
            continue
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, msgspec.Struct) and not isinstance(part, WriteSheet):
                yield from words(part)


def gains(effects: Iterable[Any], telling: Telling, names: Names) -> tuple[GainView, ...]:
    """Return the gains and losses of each seat and character in an event."""
    sums: Counter[tuple[str, str]] = Counter()
    for effect in effects:
        if isinstance(effect, TokensMoved):
            sums[effect.source, effect.token] -= effect.amount
            sums[effect.target, effect.token] += effect.amount
    return tuple(
        _gain(names.of(holder), token, amount, telling.tokens)
        for (account, token), amount in sums.items()
        for kind, _, holder in [account.partition(":")]
        if amount and kind in _HOLDERS
    )


def _gain(name: str, token: str, amount: int, called: Mapping[str, tuple[str, str]]) -> GainView:
    singular, several = called.get(token, (token, token))
    return GainView(name, str(token), amount, singular if abs(amount) == 1 else several)


def is_said(gain: GainView, sentences: str) -> bool:
    """Return whether sentences already mention a gain or loss."""
    number = abs(gain.amount)
    count = r"(?:(?:an?|1) )?" if number == 1 else f"{number} "
    called = re.escape(gain.called.rpartition(" of ")[2])
    done = r"(?:earns|gains|gets|has|pays|spends)"
    return bool(re.search(rf"\b{re.escape(gain.name)} {done} {count}{called}\b", sentences))


def casts(
    rolls: Iterable[Roll],
    reported: Sequence[int] | None,
    seen: Sequence[SealedPart],
    telling: Telling,
) -> Iterator[CastView]:
    """Yield the dice of an event: those that the server rolled, and those that a player typed in.

    Readers of the sealed parts also see the values of face-down dice.
    """
    opened = {
        part.digest: msgspec.json.decode(part.text, type=tuple[int, ...])
        for part in seen
        if part.name == ROLL
    }
    for roll in rolls:
        values = opened.get(roll.sealed, ()) if roll.is_face_down else roll.values
        shows = shown(values, telling.faces.get(roll.faces))
        yield CastView(roll.faces, shows, len(roll.values), is_face_down=roll.is_face_down)
    if reported:
        yield CastView(0, shown(reported, None), len(reported), is_typed_in=True)


def in_words(throw: Throw, telling: Telling, names: Names) -> str:
    """Describe a throw: `Ann, 4 and 6 at version 12`. Face-down values are left out."""
    values = [
        value
        for roll in throw.rolls
        if not roll.is_face_down
        for value in shown(roll.values, telling.faces.get(roll.faces))
    ]
    lying = sum(len(roll.values) for roll in throw.rolls if roll.is_face_down)
    down = [counted(lying, "die face down", "dice face down")] if lying else []
    who = "the server" if throw.seat is None else names.of(throw.seat)
    return (
        f"{who}, {listed([*values, *map(str, throw.reported), *down])} at version {throw.version}"
    )


def shown(values: Sequence[int], faces: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return the values of dice, as their game writes them."""
    return tuple(faces[value - 1] if faces else str(value) for value in values)


def is_shown_in(cast: CastView, sentences: str) -> bool:
    """Return whether sentences already show the values of these dice, for example "4, 6" or "rolls 4".

    Dice with no visible values count as shown if the sentences mention dice that lie face down.
    """
    if not cast.shows:
        return "face down" in sentences
    # A single number in the sentence can mean anything, so a word such as “rolls” must precede it.
    introductions = (": ", "rolls ", "shows ") if cast.count == 1 else ("",)
    return any(
        introduction + separator.join(cast.shows) in sentences
        for separator in (", ", " ")
        for introduction in introductions
    )


def told_of(cast: CastView) -> str:
    """Describe dice in a separate sentence."""
    is_single = cast.count == 1
    if not cast.shows:
        return "A die lies face down." if is_single else f"{cast.count} dice lie face down."
    what = "The die" if is_single else "The dice"
    if cast.is_face_down:
        what += ", face down for others,"
    were = "it was" if is_single else "they were"
    how = f", as {were} thrown at the table" if cast.is_typed_in else ""
    return f"{what} {'shows' if is_single else 'show'} {', '.join(cast.shows)}{how}."


_QUOTED = re.compile("(“[^“”]*”)")
_AFTER_NAME = re.compile(r" \(([a-z][0-9]+)\)")
_ID = re.compile(r"\b([a-z][0-9]+)\b")
_RULE = re.compile(r"(?<![a-z_])[a-z_]+(?:\.[a-z_]+)+")

_ENDS = (". ", "! ", "? ")
"""The characters that end a sentence, each with the space after it."""


def without_ids(sentence: str, rules: Container[str], names: Names) -> str:
    """Return a sentence with names instead of ids, except in quotation marks."""

    def named(match: re.Match[str]) -> str:
        name = names.of(match[1])
        if name == match[1]:
            return match[0]
        return "" if match[0].startswith(" (") else f"“{name}”"

    parts = _QUOTED.split(sentence)
    for place, part in enumerate(parts[::2]):
        worded = _RULE.sub(lambda match: _rule(match, rules), part)
        parts[2 * place] = _ID.sub(named, _AFTER_NAME.sub(named, worded))
    return "".join(parts)


def _rule(match: re.Match[str], rules: Container[str]) -> str:
    """Return “a rule” in place of a rule's id, with a capital letter at the start of a sentence."""
    if match[0] not in rules:
        return match[0]
    start = match.start()
    return "A rule" if not start or match.string.startswith(_ENDS, start - 2) else "a rule"


def without_words(sentence: str, text: str) -> str:
    """Return a sentence without this text after its colon, because the story quotes the text separately."""
    line = tidy(text)
    bare = line.rstrip(".")
    for form in (f"“{line}”", f"“{bare}”", line, bare, quoted(line)):
        before, separator, after = sentence.partition(f": {form}")
        after = after.removeprefix(".")
        if separator and after[:1] in {"", " "}:
            return f"{before}.{after}"
    return sentence
