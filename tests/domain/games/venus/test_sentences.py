"""Sentences of rulings use names instead of ids, and have correct numbers."""

from tests.support.venus import FC, Game, at_check, in_chapter, in_scene, kissing, rule, spending


def said(game: Game, name: str, move: str, /, **fields: object) -> str:
    """The sentence of a move."""
    return game.move(name, move, **fields).ruling.sentence


@rule("scene.turns", "scene.pass")
def test_scenes_are_named_by_their_texts_and_turns_by_their_players() -> None:
    game = in_chapter()
    set_scene = said(game, FC, "set_scene", text="A wall at night.", present=["s2", "s3"])
    assert set_scene == "Flo sets the scene “A wall at night”, with Ann and Bo. It is Ann's turn."
    assert said(game, FC, "pass_turn") == "Flo passes Ann's turn on. It is Bo's turn."
    assert said(game, "Bo", "pass_turn") == "Bo passes the turn on. The round is over."
    again = "Another round of the scene “A wall at night” begins. It is Ann's turn."
    assert said(game, FC, "next_round") == again
    assert said(game, FC, "end_scene", scene="n1") == "Flo ends the scene “A wall at night”."


@rule("scene.split")
def test_the_sentence_about_a_new_round_names_the_scene_with_the_turn() -> None:
    game = in_chapter()
    for text, present in (("A wall at night.", ["s2"]), ("A well.", ["s3"])):
        game.move(FC, "set_scene", text=text, present=present)
    game.move(FC, "pace_scenes", pacing="rounds")
    game.move(FC, "pass_turn")
    told = "Another round of the scene “A wall at night” begins, and play goes on in the scene “A well”. It is Bo's turn."
    assert said(game, FC, "next_round") == told


@rule("roll.ability", "check.stakes")
def test_a_call_shows_its_subject_and_its_stakes() -> None:
    game = in_scene()
    call = said(game, FC, "call_roll", character="c1", ability="wits")
    assert call == "Flo calls for a roll: Ann's, with Wits, bronze 4."
    wish = said(game, "Ann", "suggest_roll", way="check", agenda="Over it.")
    assert wish == "Ann asks for a check: “Over it”."
    chosen = said(game, FC, "choose_roll", way="check", stakes="Noise.")
    assert chosen == "Flo chooses a check, and states the consequences of a failure: “Noise”."


@rule("check.factors", "check.roll", "check.auto")
def test_a_check_shows_its_sum_and_the_meaning_of_failure() -> None:
    game = in_scene("silver")
    game.calls("Ann")
    factors = [{"text": "Rain"}, {"text": "No rope"}]
    target = "Flo sets the target at 17: the difficulty is 15, with “Rain” and “No rope”."
    game.move("Bo", "judge_difficulty", difficulty=15)
    assert said(game, FC, "set_target", factors=factors) == target
    fails = "A natural 1 fails with silver. The check fails: “The guards wake up”."
    rolls = "Ann rolls 1: with Wits 4 that is 5 against 17."
    assert said(game.dice(1), "Ann", "roll_check") == f"{rolls} {fails}"


@rule("check.bonus")
def test_claims_are_named_by_their_texts() -> None:
    game = at_check()
    game.dice(10).move("Ann", "roll_check")
    claim = said(game, "Ann", "claim_bonus", text="A rope.")
    assert claim == "Ann claims a factor as a bonus: “A rope”."
    answer = said(game, "Bo", "answer_claim", claim=1, valid=True)
    assert answer == "Bo finds “A rope” valid."
    refusal = game.refused("Ann", "claim_open", "roll_bonus")
    assert refusal.remedy == "Wait for Flo and Cy."


@rule("kiss.once", "task.successes")
def test_one_success_is_written_in_the_singular() -> None:
    game = kissing(1, 2, 6)
    spent = "Ann spends a Lot on die 1, which shows 1."
    assert said(game, "Ann", "kiss_lot", die=1) == spent
    ended = "Ann rolls 2 and has 1 success, for a threshold of 1."
    assert said(game.dice(2), "Ann", "finish_kissing") == ended


@rule("task.spend", "task.subvert")
def test_purchases_and_reversals_are_shown() -> None:
    game = spending(6, 6, 6)
    bought = said(game, "Ann", "buy", consequence="unharmed", text="By a hair.")
    assert bought == "Ann buys the actor's safety, for 1 success: “By a hair”."
    lesson = said(game, "Ann", "buy", consequence="lesson", to="unharmed")
    exp = "Ann's “Scout” marks an exp."
    assert lesson == f"Ann buys a lesson with the actor's safety, for 1 success. {exp}"
    fails = said(game, "Ann", "finish_spending")
    assert fails == f"Ann's task on Wits fails: “The guards wake up”. {exp}"
    turned = said(game, FC, "subvert", consequence="graceful", text="Everybody laughs.")
    assert turned == "Flo turns around grace, which was not bought: “Everybody laughs”."


@rule("scene.enter", "scene.offer")
def test_both_sentences_show_the_proposal_about_a_scene() -> None:
    game = in_chapter()
    game.move(FC, "set_scene", text="A wall.", present=["s2"])
    judgement = game.agreed("Bo", "enter_scene", seat="s3", scene="n1")
    agreed = "Flo agrees to have Bo enter the scene “A wall”."
    assert judgement.ruling.sentence.startswith(f"{agreed} Bo enters the scene “A wall”.")
    game.move(FC, "end_scene", scene="n1")
    offer = game.move("Bo", "propose", subject={"subject": "offer_scene", "text": "A roof."})
    assert offer.ruling.sentence == "Bo proposes to set the next scene: “A roof”."
