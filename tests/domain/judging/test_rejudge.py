"""Judging a log again: each move has the same result or another result, is refused, or needs new dice."""

from typing import Any

from msgspec.structs import replace

from tests.support.conflict import call, fighter, goal, join, roll
from tests.support.play import Game, action, effect, in_run, table
from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.divergence import NEEDS_DICE, Divergence
from verger.domain.core.reason import Code
from verger.domain.core.ruling import refuse
from verger.domain.games.verge import RULESET
from verger.domain.judging.rejudge import Rejudging
from verger.domain.table.safety import AddLimit


def again(game: Game, *instead: Any) -> Divergence | None:
    """Judge the last event of a game again, at the earlier state with these additional effects."""
    before = game.copy()
    event = before.log.pop()
    before.state = RULESET.empty
    before.given(*(one for other in before.log for one in other.effects), *instead)
    return Rejudging(RULESET, before.state).compare(event, len(game.log))


def test_the_result_is_the_same_if_nothing_is_different() -> None:
    game = table("Ann", "Bo")
    for name, move in (("Bo", {"kind": "line", "text": "Spiders."}), ("Ann", {})):
        game.move(name, "add_limit" if move else "signal", **move)
        assert again(game) is None


def test_a_move_that_would_be_refused_shows_the_reason() -> None:
    game = table("Ann", "Bo")
    game.move("Ann", "signal")
    found = again(game, effect("play_paused"))
    assert found is not None
    assert (found.version, found.outcome, found.code) == (3, "refused", "paused")
    assert (found.was, found.now[:6]) == ("Ann pauses play.", "Somebo")


def test_a_different_result_is_reported_and_judging_continues_from_there() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    cyborgs = game.node("Ann", "Cyborgs!!!!")
    struck = game.copy().given(effect("mark_added", element=cyborgs, marks="XX")).state
    game.changes("Bo", action("strike", element=cyborgs))
    judging = Rejudging(RULESET, struck)
    found = judging.compare(game.log[-1], 9)
    assert found is not None
    assert (found.outcome, found.code) == ("different", "")
    assert judging.state.play.network.nodes[cyborgs].eliminated == "strikes"


def test_a_difference_under_the_same_sentence_is_named() -> None:
    game = in_run("Ann", "Bo")
    event = game.log[-1]
    (applied, *rest) = event.ruling.rules
    other = replace(applied, facts={**applied.facts, "seat": "s9"})
    told = replace(event, ruling=replace(event.ruling, rules=(other, *rest)))
    before = Game().given(*(e for earlier in game.log[:-1] for e in earlier.effects)).state
    found = Rejudging(RULESET, before).compare(told, len(game.log))
    assert found is not None
    fact = f"the fact seat of {applied.rule} was s9 and is s2 now"
    assert found.now == f"The sentence is the same, but {fact}."


def test_dice_that_were_never_thrown_are_not_made_up() -> None:
    game = in_run("Ann", "Bo")
    mine, hers = fighter(game, "Bo", 2), fighter(game, "Ann", 2)
    call(game, "Bo")
    join(game, "Bo", mine, goal(mine))
    join(game, "Ann", hers, goal(hers))
    stronger = game.copy().given(effect("mark_added", element=mine, marks="!")).state
    roll(game, "Bo", "35")
    event = game.log[-1]
    judging = Rejudging(RULESET, stronger)
    missing = Divergence(9, "needs_dice", event.ruling.sentence, NEEDS_DICE)
    assert (judging.compare(event, 9), judging.state) == (missing, stronger)


def test_a_ruling_with_another_wording_is_no_difference() -> None:
    game = questions()
    before = Game().given(*(e for event in game.log[:-1] for e in event.effects)).state
    event = game.log[-1]
    told = replace(event, ruling=replace(event.ruling, sentence="So be it.", warnings=("Hm.",)))
    assert Rejudging(RULESET, before).compare(told, len(game.log)) is None
    wrong = replace(event, ruling=replace(event.ruling, rules=()))
    found = Rejudging(RULESET, before).compare(wrong, len(game.log))
    assert found is not None
    assert found.outcome == "different"


def without(game: Game, left_out: int, start: int) -> list[Divergence | None]:
    """The differences from a version on, if this event is left out."""
    before = Game().given(*(e for event in game.log[: start - 1] for e in event.effects))
    judging = Rejudging(RULESET, before.state)
    judging.leave_out(game.log[left_out - 1])
    rest = range(left_out + 1, len(game.log) + 1)
    return [judging.compare(game.log[version - 1], version) for version in rest]


def questions() -> Game:
    """Return a table that has agreed to two premises, one after the other."""
    game = table("Ann", "Bo")
    for text in ("Rain.", "Debt."):
        game.agreed("Ann", "adopt_premise", aspect="tone", text=text)
    return game


def test_an_id_that_moves_up_is_no_difference() -> None:
    game = table("Ann", "Bo")
    game.move(
        "Ann", "propose", subject={"subject": "adopt_premise", "aspect": "tone", "text": "Rain."}
    )
    asked = len(game.log)
    game.agreed("Ann", "adopt_premise", aspect="tone", text="Debt.")
    assert without(game, asked, asked) == [None, None]


def test_a_move_that_depends_on_a_missing_one_is_refused_without_a_substitute() -> None:
    game = questions()
    found = without(game, 3, 3)
    assert [(one.version, one.code) if one else None for one in found] == [
        (4, "unknown_proposal"),
        None,
        None,
    ]


def no_limits(state: Any, move: Any, facts: Facts) -> Judgement:
    """Judge as a version of the rules that has no lines."""
    if isinstance(move, AddLimit):
        return refuse(Code.GM_ONLY, "compile.limits", gm="s1", gm_name="Ann")
    return RULESET.decide(state, move, facts)


def test_by_another_version_of_the_rules_the_first_difference_is_named() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.agreed("Ann", "adopt_premise", aspect="tone", text="Rain.")
    judging = Rejudging(replace(RULESET, version=2, decide=no_limits), RULESET.empty)
    found = [judging.compare(event, version) for version, event in enumerate(game.log, 1)]
    assert [(one.version, one.code) for one in found if one] == [(3, "gm_only")]
