"""An event contains all parts of its sentence as data, so that a client can translate the sentence."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.api.second_language.teller import told_of
from tests.golden.record import NAMES, game_of
from tests.support.log import evening
from verger.domain.core.decider import State, fold
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.deed import deed

AN_ID = re.compile(r"(?:\w+:)?([a-z]{1,2}\d+)")
MARKS = "!?X"
FROM_THE_ROLL = {"finish_spending", "roll_check", "accept_failure", "kiss_lot"}
"""Moves whose sentences mention a part of the roll in progress: the failure, or a die."""
BY_THE_STATE = re.compile(r"“a premise that no longer holds”|which makes it \d+")
"""Parts of sentences that only the state contains: a premise that no longer holds, and a sum."""


@pytest.mark.parametrize("name", NAMES)
def test_all_parts_of_a_sentence_are_in_the_event_or_under_its_ids(name: str) -> None:
    for sentence, seats, known in _told(name):
        said = {seat for seat in seats if re.search(rf"\b{re.escape(seat)}\b", sentence)}
        missing = {one for one in told_of(sentence) | said if not _is_known(one, known)}
        assert not missing, sentence


def _told(name: str) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield each sentence of an evening, the names of the seats, and all values that a client has from the event."""
    named: dict[str, set[str]] = defaultdict(set)
    seats: set[str] = set()
    for event, before in _played(name):
        told = msgspec.to_builtins(event)
        sentence = told["ruling"].pop("sentence").replace("\n", " ")
        for effect in told["effects"]:
            values = _values(effect)
            for id in _ids(values):
                named[id] |= values
            for undone in ("first", "last"):
                whole = ((effect.get("undoing") or {}).get(undone) or {}).get("sentence")
                sentence = sentence.replace(whole or "\0", "")
            if effect["effect"] == "seat_added":
                seats.add(effect["name"])
        known = _reached(_values(told), named)
        if told["move"]["move"] in FROM_THE_ROLL:
            known |= _values(msgspec.to_builtins(before.play, enc_hook=dict))
        yield BY_THE_STATE.sub("", sentence), seats, known


def _played(name: str) -> Iterator[tuple[Any, State[Any]]]:
    """The events of an evening, each with the state before it."""
    ruleset, past = RULESETS[game_of(name)], GrowingPast()
    state = ruleset.empty
    for version, event in enumerate(evening(name), 1):
        yield event, state
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))


def _is_known(told: str, known: set[str]) -> bool:
    """Return whether a value is known. A text can be part of a known text, or have marks. A number can be an id's number."""
    if told in known or told.isdigit():
        return told in known or any(re.fullmatch(rf"[a-z]{told}", one) for one in known)
    plain = told.rstrip(MARKS)
    return any(told in one.replace("\n", " ") or plain == one for one in known)


def _reached(values: set[str], named: dict[str, set[str]]) -> set[str]:
    """Return the values of an event, and all values that belong to ids in them."""
    reached, ids = set(values), _ids(values)
    left = list(ids)
    while left:
        more = named[left.pop()]
        reached |= more
        left += _ids(more) - ids
        ids |= _ids(more)
    return reached


def _ids(values: set[str]) -> set[str]:
    return set(filter(None, map(_id, values)))


@cache
def _id(value: str) -> str | None:
    """Return the id in a value. For an account, this is the id of its seat or element."""
    found = AN_ID.fullmatch(value)
    return found[1] if found else None


def _values(told: Any) -> set[str]:
    """Return all names, texts and numbers within a value as texts, and the length of each list."""
    match told:
        case dict():
            return {*told, *(one for value in told.values() for one in _values(value))}
        case list() | tuple():
            return {str(len(told)), *(one for value in told for one in _values(value))}
        case None:
            return set()
        case _:
            return {str(told)}
