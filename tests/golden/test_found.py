"""Recorded games that once showed a fault in generated play. The faults must not return."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.game import Game, begun
from tests.support.options import listed
from verger.domain.core.decider import Accepted
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.offer import options_of
from verger.domain.judging.rejudge import Rejudging

FOUND = sorted((Path(__file__).parent / "found").glob("*/*.jsonl"))
"""The recorded games, in a folder for each ruleset."""

each_game = pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)


def replayed(path: Path) -> tuple[Game, list[dict[str, Any]]]:
    """Play a recorded game. Return the game, and the checks to make at its end."""
    first, *lines = [json.loads(line) for line in path.read_text().splitlines()]
    game = Game(RULESETS[path.parent.name])
    begun(game, "A game", *first["names"], **first["house_rules"])
    for line in lines:
        if "move" in line:
            game.send(line["seat"], line["move"])
    return game, [line["check"] for line in lines if "check" in line]


@each_game
def test_moves_after_a_recorded_game_are_accepted_and_listed_as_recorded(path: Path) -> None:
    game, checks = replayed(path)
    for check in checks:
        seat, move = check["seat"], check["move"]
        accepted = isinstance(game.judge(seat, move), Accepted)
        assert accepted is check["accepted"], check
        options = options_of(game.ruleset, game.state, len(game.log), game.seat(seat))
        assert listed(options, move, sorted(game.ruleset.rules)) is check["listed"], check


@each_game
def test_moves_after_a_recorded_game_have_the_same_result_when_judged_again(path: Path) -> None:
    game, checks = replayed(path)
    for check in checks:
        if check["accepted"]:
            before = game.copy()
            game.send(check["seat"], check["move"])
            # The log does not contain the sender of an anonymous signal (compile.signal).
            hidden = check["move"].get("anonymous", False)
            event = replace(game.log[-1], seat=None) if hidden else game.log[-1]
            assert Rejudging(before.ruleset, before.state).compare(event, len(game.log)) is None
            game = before


def test_there_are_at_least_three_recorded_games() -> None:
    assert len(FOUND) >= 3
