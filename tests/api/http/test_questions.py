"""A move can name the question that it answers. It is refused once this question is closed."""

from typing import Any
from uuid import uuid4

import pytest

from tests.support.client import Json, Player, Table, of
from tests.support.problems import a_problem

TONE = {"subject": "adopt_premise", "aspect": "tone", "text": "Bleak."}


def asked(player: Player, what: str = "agreement") -> str:
    """Return the id of the question of this kind that the player must answer."""
    waits = player.see("/awaited")["awaited"]
    (id,) = [one["id"] for one in waits if one["what"] == what and player.seat in one["seats"]]
    return str(id)


def answers(player: Player, question: str) -> list[Json]:
    """Return the options of a player that answer a question."""
    options = player.see("/options")["options"]
    return [one for one in options if one.get("answers", {}).get("question") == question]


def answer(player: Player, question: str, **more: Any) -> Any:
    """Agree to the proposal that a question is about."""
    return player.move("agree", proposal="p1", headers={"Verger-Question": question}, **more)


@pytest.fixture
def question(table: Table) -> str:
    """Propose a premise, and return the id of the question to the others."""
    table["Ann"].moves("propose", subject=TONE)
    return asked(table["Bo"])


def test_options_name_the_question_that_they_answer(table: Table, question: str) -> None:
    agree, decline = answers(table["Bo"], question)
    assert agree["fixed"] == {"move": "agree", "proposal": "p1"}
    assert agree["label"] == "Agree: Ann's proposal of the tone “Bleak.”"
    assert (
        agree["answers"]["consequence"] == "The proposal holds when all seats that are asked agree."
    )
    assert decline["answers"]["consequence"] == "The question is closed, and nothing changes."


def test_an_answer_stays_valid_while_other_seats_answer(table: Table, question: str) -> None:
    of(answer(table["Cy"], question), 201)
    assert asked(table["Bo"]) == question
    made = of(answer(table["Bo"], question), 201)
    assert "question" not in made["event"]["move"]


def test_an_answer_to_a_closed_question_is_refused(table: Table, question: str) -> None:
    bo = table["Bo"]
    table["Cy"].moves("decline", proposal="p1")
    for query in ({}, {"dry_run": "true"}):
        problem = a_problem(answer(bo, question, query=query), "question_closed")
        assert problem["facts"] == {"question_id": question, "head": bo.head}
    assert bo.see("/refusals")["refusals"] == []


def test_the_same_seat_answers_a_question_once(table: Table, question: str) -> None:
    of(answer(table["Bo"], question), 201)
    a_problem(answer(table["Bo"], question), "question_closed")


def test_a_seat_that_is_not_asked_cannot_name_the_question(table: Table, question: str) -> None:
    a_problem(answer(table["Ann"], question), "question_closed")


def test_a_repeated_answer_gets_the_first_result(table: Table, question: str) -> None:
    key = str(uuid4())
    first = answer(table["Bo"], question, key=key)
    again = answer(table["Bo"], question, key=key)
    assert (again.status_code, again.content) == (201, first.content)


@pytest.mark.parametrize("id", ["", "two words", "-", "a--b", "x" * 201, "é"])
def test_a_text_that_is_no_id_of_a_question_is_refused(table: Table, id: str) -> None:
    headers = [(b"Verger-Question", id.encode())]
    made = table["Bo"].ask(
        "POST", f"{table['Bo'].home}/moves", json={"move": "signal"}, headers=headers
    )
    assert a_problem(made, "invalid_parameter")["facts"]["parameter"] == "Verger-Question"


def test_options_and_their_subjects_say_whether_they_belong_to_the_game(table: Table) -> None:
    options = table["Bo"].see("/options")["options"]
    owners = {one["fixed"]["move"]: one["of"] for one in options}
    assert (owners["signal"], owners["add_limit"], owners["rewind"]) == ("table", "table", "table")
    shapes = [
        shape
        for one in options
        if one["fixed"]["move"] == "propose"
        for shape in one["fields"][0]["shapes"]
    ]
    own = {shape["fixed"]["subject"]: shape["of"] for shape in shapes}
    assert (own["adopt_premise"], own["choose_house_rule"]) == ("game", "table")
