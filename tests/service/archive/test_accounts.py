"""The report of an archive shows disputes, undone play, repeated throws, house rules and false statements."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.support.afterverse import WIT, Game, after_a_throw, in_session
from tests.support.dispute import amendment, disputes, settlement, settles
from tests.support.log import archived, evening, rows
from verger.service.cli import main

STUN = {"correction": "move_tokens", "token": "stun", "amount": 1}
TO_BO = {**STUN, "source": "bank", "target": "character:c1"}
FROM_BO = {**STUN, "source": "character:c1", "target": "bank"}


def page(game: Game, folder: Path) -> str:
    """Return the texts of the report about a game."""
    return texts(archived(rows(game.log)), folder / f"{len(game.log)}.ndjson")


def texts(lines: list[bytes], file: Path) -> str:
    """Return the texts of the report about an archive, without markup and invisible isolation characters."""
    file.write_bytes(b"".join(lines))
    report = file.with_suffix(".html")
    assert main(["verify", str(file), "--report", str(report)]) == 0
    shown = re.sub(r"<style>.*?</style>|<[^>]+>", "\n", report.read_text(), flags=re.DOTALL)
    return re.sub("[\u2068\u2069]", "", unescape(shown))


@pytest.fixture
def game() -> Game:
    return after_a_throw()


def test_a_record_without_disputes_says_so(game: Game, tmp_path: Path) -> None:
    told = page(in_session(), tmp_path)
    for nothing in ("Nobody disputed a ruling.", "Nothing was undone.", "No throw was repeated."):
        assert nothing in told
    assert "No revealed note disproves a statement." in told
    assert "The table chose none." in told


def test_the_account_of_a_dispute_has_grounds_views_votes_and_precedents(
    game: Game, tmp_path: Path
) -> None:
    disputes(game, "Bo", "test.hits")
    game.move("Cy", "state_view", dispute="q1", text="It was fair.", versions=[1])
    game.move("Cy", "propose_settlement", **settlement("upheld"))
    game.move("Ann", "vote", dispute="q1", yes=False)
    game.move("Bo", "vote", dispute="q1", yes=False)
    settles(game, "Bo", **amendment(TO_BO))
    settled = len(game.log)
    game.calls("c1", pool=WIT)
    game.rolls("Bo", "c1", 1, 1, 1, 1, test="t2")
    told = page(game, tmp_path)
    assert "Dispute 1: the ruling was overturned." in told
    assert "The grounds: “It was no line.”" in told
    assert "The view of Cy (event " in told
    assert "“It was fair.” As evidence: event 1." in told
    assert "Yes: Cy. No: Ann and Bo. It was rejected (event " in told
    assert "with the amendment “As it was”: to move 1 token (stun) from the bank to Bolena" in told
    assert "The reason: “" in told
    assert f"Yes: Bo, Ann and Cy. This was agreed (event {settled})." in told
    assert f"Later rulings that name it as a precedent: event {len(game.log)}." in told


def test_a_lapsed_settlement_names_the_correction_and_a_dispute_its_evidence(
    game: Game, tmp_path: Path
) -> None:
    disputes(game, "Bo", "test.hits")
    settles(game, "Bo", **amendment(TO_BO))
    disputes(game, "Cy", "test.hits", disputes=["q1"])
    game.move("Ann", "propose_settlement", **settlement(dispute="q2", **amendment(FROM_BO)))
    disputes(game, "Bo", "test.hits")
    settles(game, "Bo", "q3", **amendment(FROM_BO))
    for name in ("Bo", "Cy"):
        game.move(name, "vote", dispute="q2", yes=True)
    told = page(game, tmp_path)
    assert "because correction 1 of 1 was no longer possible: There are too few tokens." in told
    assert "As evidence: dispute 1." in told
    assert "Dispute 2: it is open." in told


def test_the_accounts_of_undone_play_and_repeated_throws_have_the_dice(
    game: Game, tmp_path: Path
) -> None:
    first = len(game.log)
    game.move("Ann", "rewind", to=first - 1)
    game.rolls("Bo", "c1", 6, 6, 6, 6)
    told = page(game, tmp_path)
    assert f"This undid event {first}." in told
    assert f"Thrown dice were taken back: Bo, 1, 2, 3 and 4 at version {first}." in told
    assert f"Event {first + 2}, by Bo" in told
    assert f"Before: Bo, 1, 2, 3 and 4 at version {first}." in told
    assert "This throw does not count either." not in told
    game.move("Ann", "rewind", to=first)
    told = page(game, tmp_path)
    assert "This throw does not count either." in told
    assert f"This redid event {first}." in told
    assert f"Thrown dice count again: Bo, 1, 2, 3 and 4 at version {first}." in told


def test_the_account_says_that_a_rewind_took_a_remedy_back(game: Game, tmp_path: Path) -> None:
    before = len(game.log)
    disputes(game, "Bo", "test.hits")
    settles(game, "Bo", **amendment(TO_BO))
    assert "A later rewind took the remedy back" not in page(game, tmp_path)
    game.move("Ann", "rewind", to=before)
    assert "A later rewind took the remedy back; the outcome stays." in page(game, tmp_path)


def test_the_account_has_repeated_corrections_and_a_withdrawn_appeal(tmp_path: Path) -> None:
    told = texts(archived(rows(evening("edgerunner_data_run"))), tmp_path / "one.ndjson")
    assert "Its corrections were repeated: event 79." in told
    assert "A later rewind took the remedy back" not in told
    told = texts(archived(rows(evening("disputed_rulings"))), tmp_path / "other.ndjson")
    assert "The appeal was withdrawn. The outcome before it stays." in told
    assert "Finn disputed the refusal of the move write_node of Finn after event 97" in told


def test_a_question_to_the_table_is_called_a_question(tmp_path: Path) -> None:
    told = texts(archived(rows(evening("venus_the_salt_road"))), tmp_path / "one.ndjson")
    assert "Ida asked a question about the rules (event 46)." in told


def test_the_account_of_house_rules_has_their_changes(game: Game, tmp_path: Path) -> None:
    game.agreed("Ann", "choose_house_rule", house_rule="undo", value="unanimous")
    told = page(game, tmp_path)
    assert f"undo: gm since event 1 and unanimous since event {len(game.log)}" in told
    assert "Without a choice it is unanimous." in told


def test_the_account_has_false_statements(tmp_path: Path) -> None:
    game = in_session()
    game.move("Ann", "take_points", character="c1", kind="chutzpah", points=3)
    game.calls("c1", pool=WIT, threshold={"threshold": "hidden", "hits": 2})
    game.rolls("Bo", "c1", 5, 5, 1, 1)
    game.move("Ann", "tell_outcome", test="t1", character="c1", outcome="failure")
    game.move("Ann", "reveal_note", note="k1")
    told = page(game, tmp_path)
    assert f"Shown by event {len(game.log)}" in told
    assert (
        "The GM had said that “An attempt.” is a failure for Bolena, but it was a success." in told
    )


def test_the_account_names_the_givers_of_words_for_the_dice_or_says_that_there_are_none(
    game: Game, tmp_path: Path
) -> None:
    assert "Nobody gave a word for the dice" in page(game, tmp_path)
    game.move("Cy", "give_nonce", nonce="a lantern")
    told = page(game, tmp_path)
    assert f"Words for the dice were given by Cy (event {len(game.log)})." in told
