"""The end of conflicts: a side is taken out or concedes.

Stress, spin, free invokes and defenses end with a conflict.
"""

from tests.support.edgerunner import Game, in_conflict, rule, saw, tags
from verger.domain.core.decider import Accepted
from verger.domain.core.reason import Code
from verger.domain.games.edgerunner.model.condition import Placed, TakenOut
from verger.domain.games.edgerunner.model.target import ZoneId
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.table.sheet import CharacterId

SHOT = {"skill": "Firearms", "target": "c3", "track": "Cool"}
STORY = "Jade breaks her uplink and scuttles Gatto out of there. The data stay where they are."


def hargan_out() -> Game:
    """Return a game: Gatto has taken out Hargan, who had no boxes left."""
    game = in_conflict().given_stress("c3", "Cool", 1, 2, 3, 4, 5)
    game.given_aspect("a2", "z1", by="c1", free=2)
    game.acts("c1", "attack", (0, 0, 0, 0), **SHOT)
    game.stands("c1", "c3")
    return game


@rule("end.taken_out")
def test_a_conflict_and_its_state_end_when_a_whole_side_is_taken_out() -> None:
    game = hargan_out()
    judgement = game.move("Bo", "decide_fate", story="He runs.")
    assert judgement.ruling.sentence.endswith("Side 2 is taken out, and the conflict is over.")
    assert (game.view().step, game.awaited()) == ("prepare", {"place": ("Ann",)})
    assert (game.marked("c3", "Cool"), game.tokens("aspect:a2").invoke) == ((), 0)
    assert (game.zone("c3"), game.zone("c1")) == (None, "z1")


def shoots(game: Game, target: str, story: str) -> Accepted:
    """Have Hargan take out a target without free boxes, and decide its fate."""
    game.given_stress(target, "Cool", 1, 2, 3, 4, 5)
    game.acts("c3", "attack", (0, 0, 0, 0), **{**SHOT, "target": target})
    game.stands("c3", target)
    return game.move("Ann", "decide_fate", story=story)


@rule("end.taken_out")
def test_a_conflict_goes_on_while_one_of_a_side_stands() -> None:
    game = in_conflict()
    shoots(game, "c1", "He is a bleeding pile of meat.")
    assert game.view().step == "conflict"


@rule("end.taken_out")
def test_a_conflict_of_several_sides_ends_when_one_is_left() -> None:
    game = in_conflict().given(Placed(CharacterId("c2"), ZoneId("z1"), 3))
    judgement = shoots(game, "c1", "He runs.")
    assert judgement.ruling.sentence.endswith("Side 1 is taken out; sides 2 and 3 are left.")
    game.move("Ann", "end_turn")
    game.passes("c2")
    judgement = shoots(game, "c2", "So does she.")
    assert saw(judgement, "end.taken_out") == {"side": 3, "remaining_sides": ("2",)}
    assert game.view().step == "prepare"


@rule("end.taken_out", "faction.deploy")
def test_a_side_that_never_stood_on_the_map_has_not_lost_it() -> None:
    game = in_conflict()
    game.places(game.sheet("Mob", None, kind="faction", skills={"Money": 4}), None, 3)
    shoots(game, "c1", "He is a bleeding pile of meat.")
    assert game.view().step == "conflict"


@rule("end.concession")
def test_a_concession_that_all_accept_ends_the_conflict() -> None:
    game = in_conflict()
    id = game.proposes("Cy", "concede", side=1, story=STORY)
    assert game.awaited()["agreement"] == ("Ann", "Bo")
    game.move("Bo", "agree", proposal=id)
    judgement = game.move("Ann", "agree", proposal=id)
    assert saw(judgement, "end.concession") == {"side": 1}
    said = f"Side 1 concedes, and the conflict is over: {STORY}"
    assert judgement.ruling.sentence.endswith(said)
    assert "conflict_ended" in tags(judgement)


@rule("end.concession")
def test_players_on_no_side_are_not_asked_except_the_referee() -> None:
    game = in_conflict()
    game.given(TakenOut(CharacterId("c2")), Placed(CharacterId("c3"), ZoneId("z1"), 0))
    game.proposes("Bo", "concede", side=1, story=STORY)
    assert game.awaited()["agreement"] == ("Ann",)


@rule("end.concession")
def test_a_concession_that_is_not_accepted_ends_nothing() -> None:
    game = in_conflict()
    id = game.proposes("Cy", "concede", side=1, story=STORY)
    game.move("Ann", "decline", proposal=id, reason="He wants her uplink too.")
    assert game.view().step == "conflict"


@rule("end.concession")
def test_a_seat_concedes_for_its_own_side() -> None:
    game = in_conflict()
    subject = {"subject": "concede", "side": 2, "story": STORY}
    refused = game.refused("Cy", Own.NOT_YOUR_SIDE, "propose", subject=subject)
    assert refused.facts == {"side": 2, "own_sides": ("1",)}
    game.agreed("Ann", "concede", side=2, story=STORY)
    game.refused("Cy", Code.WRONG_STEP, "propose", subject={**subject, "side": 1})


@rule("end.concession")
def test_a_concession_is_of_its_conflict_only() -> None:
    game = in_conflict()
    game.proposes("Cy", "concede", side=1, story=STORY)
    game.agreed("Ann", "concede", side=2, story="They withdraw.")
    assert dict(game.state.play.proposals.open) == {}


@rule("end.concession")
def test_nobody_concedes_while_play_is_paused() -> None:
    game = in_conflict()
    game.move("Bo", "signal")
    subject = {"subject": "concede", "side": 1, "story": STORY}
    game.refused("Cy", Code.PAUSED, "propose", subject=subject)


@rule("table.leave")
def test_the_referee_plays_on_if_a_player_has_left() -> None:
    game = in_conflict()
    game.declares("c1", "move", skill="Athletics")
    game.move("Ann", "close_compels")
    game.move("Bo", "leave")
    assert game.awaited() == {"claim_seat": ("Bo",), "roll": ("Ann",)}
    game.move("s2", "take_seat", name="Di")
    assert game.awaited() == {"roll": ("Di",)}


@rule("table.leave")
def test_the_first_player_referees_if_the_gm_has_left() -> None:
    game = in_conflict()
    game.turn("c1")
    game.move("Ann", "leave")
    game.says("c1", "declare", "attack", **SHOT)
    assert game.awaited() == {"claim_seat": ("Ann",), "close_compels": ("Bo",)}


@rule("table.rewind")
def test_a_rewind_goes_back_into_the_midst_of_a_turn() -> None:
    game = in_conflict()
    game.declares("c1", "move", skill="Athletics")
    before = game.state.play
    game.rolls("c1", (0, 0, 0, 0))
    game.move("Bo", "rewind", to=len(game.log) - 2)
    for name in ("Ann", "Cy"):
        game.move(name, "agree", proposal="r1")
    assert game.state.play == before
