"""Proposals: the decisions of a whole table."""

from tests.support.play import Game, cited, effect, rule, saw, started, table, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.subject import AdoptPremise, Aspect

TONE = {"subject": "adopt_premise", "aspect": "tone", "text": "Light"}


def asked(*names: str) -> Game:
    """Return a table where the first seat has proposed a tone as `p1`."""
    game = table(*names)
    game.move(names[0], "propose", subject=TONE)
    return game


@rule("table.agreement")
def test_a_proposal_asks_every_other_seat() -> None:
    game = table("Ann", "Bo", "Cy")
    judgement = game.move("Bo", "propose", subject=TONE)
    subject = AdoptPremise(Aspect.TONE, "Light")
    assert judgement.effects == (
        effect("proposed", proposal="p1", by="s2", asked=("s1", "s3"), subject=subject),
    )
    assert saw(judgement, "table.agreement")["asked_seats"] == ("s1", "s3")


@rule("table.agreement")
def test_a_proposal_stands_when_every_seat_that_was_asked_agrees_once() -> None:
    game = asked("Ann", "Bo", "Cy")
    first = game.move("Cy", "agree", proposal="p1")
    assert first.effects == (effect("agreed", proposal="p1", seat="s3"),)
    assert saw(first, "table.agreement")["waiting_seats"] == ("s2",)
    game.refused("Cy", Code.ALREADY_ANSWERED, "agree", proposal="p1")
    stands = ["agreed", "proposal_closed", "premise_agreed"]
    assert tags(game.move("Bo", "agree", proposal="p1")) == stands


@rule("table.agreement")
def test_there_is_nobody_to_ask_if_nobody_else_sits_there() -> None:
    game = started("Ann", "Bo")
    judgement = game.move("Ann", "propose", subject=TONE)
    assert tags(judgement) == ["proposed", "proposal_closed", "premise_agreed"]


@rule("table.agreement")
def test_one_no_closes_a_proposal() -> None:
    game = asked("Ann", "Bo", "Cy")
    judgement = game.move("Bo", "decline", proposal="p1", reason="Too light.")
    assert judgement.effects == (effect("proposal_closed", proposal="p1", outcome="declined"),)
    assert judgement.ruling.sentence.startswith("Bo declines Ann's proposal ")
    assert judgement.ruling.sentence.endswith(": “Too light.”")
    game.refused("Cy", Code.UNKNOWN_PROPOSAL, "agree", proposal="p1")


@rule("table.agreement")
def test_a_yes_may_become_a_no_while_others_are_asked() -> None:
    game = asked("Ann", "Bo", "Cy")
    game.move("Bo", "agree", proposal="p1")
    game.move("Bo", "decline", proposal="p1")


@rule("table.agreement")
def test_a_player_that_sits_down_later_is_not_asked() -> None:
    game = started("Ann", "Bo", "Cy")
    game.move("Bo", "take_seat", name="Bo")
    game.move("Ann", "propose", subject=TONE)
    game.move("Cy", "take_seat", name="Cy")
    game.refused("Cy", Code.NOT_ASKED, "agree", proposal="p1")


@rule("table.agreement")
def test_the_proposer_is_not_asked_and_takes_a_proposal_back() -> None:
    game = asked("Ann", "Bo")
    game.refused("Ann", Code.NOT_ASKED, "agree", proposal="p1")
    judgement = game.move("Ann", "retract", proposal="p1")
    assert judgement.effects == (effect("proposal_closed", proposal="p1", outcome="retracted"),)
    game.refused("Ann", Code.UNKNOWN_PROPOSAL, "retract", proposal="p1")


@rule("table.agreement")
def test_only_the_proposer_takes_a_proposal_back() -> None:
    game = asked("Ann", "Bo")
    refusal = game.refused("Bo", Code.NOT_THE_PROPOSER, "retract", proposal="p1")
    assert refusal.facts == {
        "proposal": "p1",
        "proposer": "s1",
        "proposer_name": "Ann",
        "waiting_names": "Bo",
    }
    assert (
        refusal.remedy == "Wait for the answer of Bo, or leave it to Ann to take the proposal back."
    )


@rule("table.agreement")
def test_a_proposal_that_is_no_longer_possible_lapses_when_it_is_agreed() -> None:
    game = asked("Ann", "Bo")
    game.move("Bo", "agree", proposal="p1")
    for name in ("Ann", "Bo"):
        game.proposes(name, "drop_premise", premise="g1")
    game.move("Bo", "agree", proposal="p2")
    assert tags(game.move("Ann", "agree", proposal="p3")) == ["agreed", "proposal_closed"]
    assert game.log[-1].effects[-1].outcome == "lapsed"


@rule("compile.house_rules", "table.house_rules")
def test_a_house_rule_changes_by_agreement() -> None:
    game = table("Ann", "Bo")
    judgement = game.agreed("Bo", "choose_house_rule", house_rule="seat_limit", value=5)
    assert "compile.house_rules" in cited(judgement)
    assert dict(game.state.table.house_rules) == {"seat_limit": 5}


@rule("table.house_rules")
def test_nobody_proposes_an_unknown_house_rule_or_a_value_that_it_does_not_take() -> None:
    game, subject = table("Ann", "Bo"), {"subject": "choose_house_rule"}
    gravity = {**subject, "house_rule": "gravity", "value": "off"}
    game.refused("Bo", Code.UNKNOWN_HOUSE_RULE, "propose", subject=gravity)
    never = {**subject, "house_rule": "undo", "value": "never"}
    refusal = game.refused("Bo", Code.VALUE_NOT_ALLOWED, "propose", subject=never)
    assert refusal.facts["values_allowed"] == ("unanimous", "gm", "mover")


@rule("compile.gm", "table.agreement")
def test_the_gms_seat_is_handed_over_by_agreement() -> None:
    game = table("Ann", "Bo", "Cy")
    judgement = game.agreed("Ann", "hand_over_gm", seat="s2")
    assert "compile.gm" in cited(judgement)
    assert [seat.name for seat in game.state.table.players] == ["Bo", "Ann", "Cy"]


@rule("compile.gm")
def test_the_gms_seat_goes_to_another_seat_of_the_table() -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    for seat in ("s1", "s3", "s9"):
        subject = {"subject": "hand_over_gm", "seat": seat}
        game.refused("Bo", Code.UNKNOWN_SEAT, "propose", subject=subject)


@rule("compile.gm")
def test_the_gms_seat_goes_to_somebody_who_sits() -> None:
    subject = {"subject": "hand_over_gm", "seat": "s2"}
    started("Ann", "Bo").refused("Ann", Code.SEAT_NOT_TAKEN, "propose", subject=subject)
