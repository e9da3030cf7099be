"""Long actions are problems, and factions deploy their resources."""

import pytest

from tests.support.edgerunner import Game, in_conflict, rule, saw, table, written
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.reason import Code as Own

CRACK = {
    "name": "The vault",
    "zone": "z1",
    "duration": "half an hour",
    "track": "Security",
    "aspect": "Nine locks",
    "second_aspect": "Old wiring",
}


@rule("action.long", "time.track")
@pytest.mark.parametrize(
    ("task", "steps", "aspects"),
    [("half an hour", 5, ["Nine locks", "Old wiring"]), ("a few minutes", 3, ["Nine locks"])],
)
def test_a_problems_threshold_is_the_steps_from_the_exchange_to_the_task(
    task: str, steps: int, aspects: list[str]
) -> None:
    game = in_conflict()
    named = dict(zip(("aspect", "second_aspect"), aspects, strict=False))
    posed = {"name": "The vault", "zone": "z1", "duration": task, "track": "Security", **named}
    judgement = game.agreed("Ann", "pose_problem", **posed)
    durations = {"exchange_duration": "a few seconds", "task_duration": task}
    assert saw(judgement, "time.track") == durations | {"duration_steps": steps}
    vault = game.view().sheets[3]
    assert (vault.kind, vault.tracks[0].threshold, vault.zone) == ("thing", steps, "z1")
    assert [one.name for one in game.view().aspects[1:]] == aspects


@rule("action.long")
def test_an_action_no_longer_than_an_exchange_is_no_problem() -> None:
    game = in_conflict()
    crack = {"subject": "pose_problem", **CRACK}
    quick = {**crack, "duration": "a few seconds"}
    refused = game.refused("Bo", Own.NOT_LONGER, "propose", subject=quick)
    assert refused.facts == {"exchange_duration": "a few seconds", "task_duration": "a few seconds"}
    game.refused("Ann", Own.UNKNOWN_ZONE, "propose", subject={**crack, "zone": "z9"})
    before = table("Ann", "Bo")
    before.refused("Ann", Code.WRONG_STEP, "propose", subject=crack)


@rule("action.long")
def test_anybody_may_pose_a_problem_if_the_referee_agrees() -> None:
    game = in_conflict()
    id = game.proposes("Bo", "pose_problem", **CRACK)
    assert game.awaited()["agreement"] == ("Ann",)
    judgement = game.move("Ann", "agree", proposal=id)
    assert judgement.ruling.sentence.endswith(
        "“The vault” is a problem of threshold 5: half an hour is 5 steps longer than a few seconds."
    )
    assert game.view().sheets[3].seat is None


@rule("action.long")
def test_a_problem_is_of_its_conflict_only() -> None:
    game = in_conflict()
    game.proposes("Bo", "pose_problem", **CRACK)
    game.agreed("Ann", "concede", side=2, story="They withdraw.")
    assert dict(game.state.play.proposals.open) == {}


@rule("action.long")
def test_a_problem_is_solved_when_it_is_taken_out() -> None:
    game = in_conflict()
    game.agreed("Ann", "pose_problem", **CRACK)
    game.given_stress("c4", "Security", 5)
    told = {"skill": "Athletics", "target": "c4", "track": "Security"}
    game.acts("c1", "attack", (1, 1, 0, 0), **told)
    game.stands("c1", "c4")
    game.move("Bo", "decide_fate", story="The last lock clicks.")
    assert game.view().sheets[3].is_out


@rule("action.long")
def test_a_problem_is_defended_and_reverted_without_its_help() -> None:
    game = in_conflict()
    game.agreed("Ann", "pose_problem", **CRACK)
    game.given_stress("c4", "Security", 2)
    told = {"skill": "Athletics", "target": "c4", "track": "Security"}
    game.acts("c3", "recovery", (0, 0, 0, 0), **told)
    game.stands("c3")
    game.move("Ann", "clear_box", box=2)
    game.move("Ann", "end_turn")
    game.passes("c1", "c2")
    game.acts("c3", "defense", (1, 1, 1, 1), **told)
    game.stands("c3")
    assert game.view().sheets[3].tracks[0].threshold == 7


def corporation(*, metaphorical: bool) -> Game:
    """Return a game: Ann's corporation c1 has a drone c3, and Bo's Gatto c2 is its rival."""
    game = table("Ann", "Bo")
    game.move("Ann", "draw_map", name="The city", metaphorical=metaphorical)
    game.sheet("Nakatomi", None, kind="faction", skills={"Money": 4})
    game.sheet("Gatto", "Bo", skills={"Athletics": 1})
    game.sheet("Drone", None, kind="thing", skills={"Hover": 2}, tracks={"Hull": 1})
    game.sheet("Guard", None, skills={"Baton": 1})
    game.zones("Docks", "Tower")
    game.places("c2", "z1", 1)
    game.places("c4", "z2", 2)
    return game


@rule("faction.deploy")
def test_a_faction_stands_on_metaphorical_maps_only() -> None:
    game = corporation(metaphorical=False)
    refused = game.refused("Ann", Own.FACTION_OFF_MAP, "place", character="c1", side=2, zone="z1")
    assert refused.facts == {"character_name": "Nakatomi"}
    game.places("c1", None, 2)
    corporation(metaphorical=True).places("c1", "z1", 2)


@rule("faction.deploy")
def test_outside_conflicts_a_faction_deploys_things_of_its_player() -> None:
    game = corporation(metaphorical=False)
    game.places("c1", None, 2)
    game.begins()
    game.turn("c1")
    game.refused("Ann", Own.NOT_A_RESOURCE, "deploy", thing="c2", zone="z1", narration="So.")
    game.refused("Ann", Own.UNKNOWN_ZONE, "deploy", thing="c3", zone="z9", narration="So.")
    judgement = game.move("Ann", "deploy", thing="c3", zone="z1", narration="It hums.")
    assert judgement.ruling.sentence == "Nakatomi deploys Drone at “Docks”: It hums."
    assert (game.zone("c3"), game.view().sheets[2].side) == ("z1", 2)
    assert game.awaited() == {"claim_turn": ("Bo", "Ann")}


@rule("faction.deploy")
def test_a_faction_off_the_map_takes_no_action_on_it() -> None:
    game = corporation(metaphorical=False)
    game.places("c1", None, 2)
    game.begins()
    game.turn("c1")
    told = {"action": {"action": "move", "skill": "Money"}, "narration": "So."}
    game.refused("Ann", Own.FACTION_OFF_MAP, "declare", **told)
    assert game.options("Ann", "declare") == []


@rule("faction.deploy")
def test_a_character_on_the_map_deploys_nothing() -> None:
    game = corporation(metaphorical=False)
    game.begins()
    game.turn("c2")
    told = {"thing": "c3", "zone": "z1", "narration": "So."}
    assert game.refused("Bo", Own.NOT_A_FACTION, "deploy", **told).facts == {
        "character_name": "Gatto"
    }


@rule("table.sheets")
def test_a_session_has_a_limited_number_of_characters_and_problems() -> None:
    game = in_conflict()
    for number in range(197):
        game.agreed("Ann", "write_sheet", name=f"Extra {number}", sheet=written("thing"))
    crack = {"subject": "pose_problem", **CRACK}
    refused = game.refused("Ann", Code.TOO_MANY_CHARACTERS, "propose", subject=crack)
    assert refused.facts["sheets_allowed"] == 200
    assert "pose_problem" not in str(game.options("Ann", "propose"))
