"""Texts about the log use the names of that version, and not names that seats take later."""

from datetime import UTC

from tests.captures.stories import story_of
from tests.support.dispute import disputed
from tests.support.play import Game, effect, in_run, rule, table
from verger.domain.games.rulesets import RULESETS
from verger.projections.landmarks import LandmarkFinder, found_in
from verger.projections.story.entry import ToldView

OF = {"conflict": "f1"}


def told(game: Game) -> list[ToldView]:
    """The entries of a game's story."""
    return list(story_of(game.log).entries)


def titles(game: Game, first: int = 1) -> list[str]:
    """The titles of landmarks from a version on."""
    found = found_in(game.ruleset, game.log).landmarks
    return [one.title for one in found if one.version >= first]


@rule("table.rename")
def test_the_mover_of_a_story_has_the_name_of_that_version() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "add_limit", kind="line", text="Spiders.")
    game.move("Bo", "rename", name="Robin")
    game.move("Robin", "add_limit", kind="line", text="Rats.")
    assert [entry.by for entry in told(game)[-3:]] == ["Bo", "Robin", "Robin"]


@rule("table.rename")
def test_tokens_in_a_story_belong_to_the_name_of_that_version() -> None:
    game = in_run("Ann", "Bo")
    game.move("Ann", "award_boost", seat="s2", reason="The leap!")
    game.move("Bo", "rename", name="Robin")
    game.move("Ann", "award_boost", seat="s2", reason="The fall!")
    gains = [gain.name for entry in told(game)[-3:] for gain in entry.tokens]
    assert gains == ["Bo", "Robin"]


@rule("table.rename")
def test_a_story_begins_with_the_newest_names() -> None:
    game = table("Ann", "Bo")
    game.move("Bo", "rename", name="Robin")
    assert story_of(game.log).about(UTC).endswith("with Ann (GM) and Robin.")


@rule("compile.gm")
def test_a_story_names_each_gm_of_the_evening() -> None:
    game = table("Ann", "Bo", "Cy")
    game.agreed("Bo", "hand_over_gm", seat="s3")
    half = story_of(game.log)
    assert half.about(UTC).endswith("with Ann (GM at first), Bo and Cy (GM at the end).")
    for seat in ("s2", "s1"):
        game.agreed("Bo", "hand_over_gm", seat=seat)
    whole = story_of(game.log).about(UTC)
    assert "Ann (GM at first and at the end), Bo (GM for a time) and Cy (GM for a time)." in whole


@rule("compile.gm")
def test_the_gm_of_an_earlier_story_had_not_changed_yet() -> None:
    game = table("Ann", "Bo")
    start = len(game.log)
    game.agreed("Bo", "hand_over_gm", seat="s2")
    finder = found_in(game.ruleset, game.log)
    assert finder.former_gms(start) == ()
    assert finder.former_gms(len(game.log)) == ("s1",)


@rule("table.rename")
def test_titles_have_the_name_of_their_version() -> None:
    game = disputed("Ann", "Bo", "Cy")
    opened = len(game.log)
    game.move("Cy", "rename", name="Kim")
    game.move("Kim", "leave")
    game.move("s3", "take_seat", name="Eve")
    assert titles(game, opened) == [
        "Dispute 1: Cy on compile.limits",
        "Cy is called Kim",
        "Kim leaves",
        "Eve sits down",
    ]


@rule("table.rename")
def test_the_title_of_a_conflict_has_the_names_of_its_first_roll() -> None:
    finder = LandmarkFinder(RULESETS["verge"])
    seats = [effect("seat_added", seat=f"s{n}", kind="player", name=f"P{n}") for n in (1, 2, 3)]
    begun = effect("conflict_called", **OF, spotlight="s1", asked=["s2"], notice=None, reason="")
    goals = [effect("goal_stated", **OF, goal={"by": "s1", "statement": "", "target": "n1"})] * 2
    sides = [("s1", 1), ("s2", 2), ("s3", 2)]
    joined = [
        effect("conflict_joined", **OF, seat=seat, node="n1", goal=side) for seat, side in sides
    ]
    finder.take(1, [*seats, begun, *goals, *joined], repeats=False)
    finder.take(2, [effect("seat_renamed", seat="s2", name="Robin")], repeats=False)
    finder.take(3, [effect("rolling_began", **OF)], repeats=False)
    assert finder.landmarks[-1].title == "Conflict: P1 against Robin and P3"
