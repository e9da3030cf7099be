"""The gate for plain English: the constructions it finds, where it looks, and its limit."""

import subprocess
from pathlib import Path

import pytest

from tests.writing import remedies, surfaces
from tests.writing.__main__ import Count, check, count, long_summaries, show
from tests.writing.constructions import NAMES, constructions, headings, is_summary
from tests.writing.remedies import is_remedy, unfit
from tests.writing.surfaces import (
    SURFACES,
    File,
    documented,
    files,
    hide_code,
    markdown,
    shown,
    strings,
)

CASES = [
    ("who without a noun", "Who holds a seat may vote.", "Each player with a seat may vote."),
    (
        "who without a noun",
        "A ticket is for who has no token.",
        "It lists the seats and who asked.",
    ),
    ("what as a noun", "What waits is sent later.", "Pending messages are sent later."),
    ("what as a noun", "It keeps what was asked.", "The answer shows what is still missing."),
    ("whoever, whatever, whom", "It notifies whoever sits there.", "It notifies all players."),
    ("whoever, whatever, whom", "The seat to whom it belongs", "The owner of the seat"),
    ("tells, is told, says of", "The page tells of every move.", "The page lists every move."),
    ("tells, is told, says of", "A webhook is told at once.", "You can tell forks apart."),
    ("one, one's", "Only moves that one may read", "Clients without a token receive one."),
    ("one, one's", "Close one's own session.", "Close your own session. One is enough."),
    ("alone for only", "The GM alone can end it.", "Only the GM can end it; play alone."),
    ("by itself, of its own", "The lease ends by itself.", "The lease ends automatically."),
    ("by itself, of its own", "Each game has a page of its own.", "Each game has its own page."),
    ("anew, likewise, beside", "Counters start anew.", "Counters are reset."),
    ("but for, all but, save", "It returns all but notes.", "It returns everything except notes."),
    ("but for, all but, save", "Free, but for a fee", "Save the file for the next game."),
    ("where for a condition", "Where nobody sits, it waits.", "If the seat is empty, play waits."),
    ("where for a condition", "Moves are free where none is due.", "The folder where it is stored"),
    ("preposition + which", "The rule by which it ends", "In which case is it open? In any."),
    ("so it is, nor does", "The feed stops. So does the hook.", "It is late, so it is refused."),
    ("so it is, nor does", "It has no log, nor does it need it.", "It has no log and needs none."),
    ("without it for a default", "The limit is 50 without it.", "Default: 50"),
    ("otherwise, other than", "The rule is worded otherwise.", "None otherwise. Otherwise, stop."),
    ("otherwise, other than", "Is it other than before?", "Any server other than this server"),
]


@pytest.mark.parametrize(("name", "hard", "plain"), CASES)
def test_a_construction_is_found_and_its_plain_form_is_not(
    name: str, hard: str, plain: str
) -> None:
    assert [hit.name for hit in constructions(hard)] == [name]
    assert list(constructions(plain)) == []


def test_every_construction_has_a_case() -> None:
    assert list(dict.fromkeys(name for name, _, _ in CASES)) == list(NAMES)


def test_each_hit_is_printed_with_plain_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(("git", "init", "--quiet"), cwd=tmp_path, check=True)
    monkeypatch.setattr(surfaces, "ROOT", tmp_path)
    page = "\n\n".join(("# Where it is", *(hard for _, hard, _ in CASES)))
    (tmp_path / "README.md").write_text(page)

    show("README.md")
    shown = [line for line in capsys.readouterr().out.splitlines() if "README.md:" in line]
    plain = {line.split(": ")[1]: line.partition("(instead: ")[2].rstrip(")") for line in shown}
    assert plain.keys() == {*NAMES, "pronoun or question word in a heading"}
    assert plain["alone for only"] == "only"
    assert all(plain.values())

    check({"guides": count("top-level pages")}, [])
    assert "(instead: only)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("heading", "found"),
    [("Undo a move", 0), ("Rate limits", 0), ("Where it is stored", 1), ("Who may see it", 1)],
)
def test_a_heading_stands_alone(heading: str, found: int) -> None:
    assert len(list(headings(heading))) == found


def test_a_summary_is_a_verb_and_at_most_five_more_words() -> None:
    assert is_summary("List the seats of a session")
    assert not is_summary("The seats of a session")
    assert not is_summary("List the open seats of a session")


@pytest.mark.parametrize(
    ("remedy", "fits"),
    [
        ("Wait for Ann, or take it back with `retract`.", True),
        ("Only Ann takes it back.", False),
        ("Play waits for this: Ann: Write a node.", False),
        ("Claim codes are at the table.", False),
        ("Name of the seat.", False),
        ("It can be 1 to 6.", False),
        ("Leave it to Ann. This seat cannot do it.", False),
        ("Leave it to Ann. Only Ann can do it.", False),
    ],
)
def test_a_remedy_begins_with_an_imperative(remedy: str, fits: bool) -> None:
    assert is_remedy(remedy) is fits


def test_every_remedy_asks_the_reader_to_act() -> None:
    assert unfit() == []


def test_an_unfit_remedy_fails_the_gate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(remedies, "remedies", lambda: [("gm_only", "Only the GM may do this.")])
    assert check({}, []) == 1
    assert "gm_only" in capsys.readouterr().out


PAGE = """# Moves

Text over
two lines, `who` and [a link](who.md).

```
who
```

| who | `what` |
| --- | --- |
- An item
"""


def test_prose_of_a_page_keeps_its_lines_and_loses_its_code() -> None:
    texts = list(markdown(File("a.md", PAGE)))
    assert [line for line, _ in texts if line not in {6, 11}] == [1, 3, 10, 12]
    assert "".join(text for _, text in texts).count("who") == 1
    assert hide_code("`who` asks") == "_____ asks"


CODE = '''"""A module."""
# A reason
# on two lines.
LIMIT = 5
"""An attribute."""
SAID = f"A sentence of {LIMIT} words."
KEY = "key"
QUERY = "SELECT a FROM b"
'''


def test_docstrings_comments_and_sentences_are_read_without_code() -> None:
    read = [(1, "A module."), (5, "An attribute."), (2, "A reason\non two lines.")]
    assert list(documented(File("a.py", CODE))) == read
    assert list(strings(File("a.py", CODE))) == [(6, "A sentence of _ words.")]
    script = (
        '// "A remark in a script"\nel("p", "Words on a page", n > 0) f(); n < `Move ${n} of all`);'
    )
    assert list(shown(File("a.js", script))) == [(2, "Words on a page"), (2, "Move ${n} of all")]


def test_every_pattern_of_every_surface_has_files() -> None:
    for readers in SURFACES.values():
        for patterns in readers.values():
            for pattern in patterns:
                assert any(files([pattern.removeprefix("!")])), pattern


def test_a_surface_above_the_limit_fails_with_its_places(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert check({"guides": Count(2000, ["docs/a.md:1: x"])}, []) == 0
    assert "docs/a.md:1" not in capsys.readouterr().out
    assert check({"guides": Count(1999, ["docs/a.md:1: x"])}, []) == 1
    assert "docs/a.md:1: x" in capsys.readouterr().out


def test_a_long_summary_fails_with_its_operation(capsys: pytest.CaptureFixture[str]) -> None:
    one = {"operationId": "listSeats", "summary": "The seats of a session"}
    assert long_summaries({"paths": {"/seats": {"get": one}}}) == ["listSeats"]
    assert check({"guides": Count(1000)}, ["listSeats"]) == 1
    assert "listSeats: begin the summary with a verb" in capsys.readouterr().out
