"""Each how-to page is short. On a real server, its requests get the answers that it shows."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support.examples import Example, clone, differences, examples, run, section
from tests.support.root import DOCS
from tests.support.server import Server
from tests.writing.constructions import begins_with_a_verb

WORDS = 200
PAGES = {path.stem: path.read_text() for path in sorted((DOCS / "how-to").glob("*.md"))}
GUIDES = {
    name: (DOCS / f"{name}.md").read_text()
    for name in (
        "archive",
        "feed",
        "history",
        "lost-token",
        "metrics",
        "pictures",
        "replay",
        "story",
        "tokens",
    )
}
"""Guides with examples in the form of how-to pages."""
OPERATORS = {
    "back-up-and-restore", "find-a-refused-move-in-the-log", "monitor-the-server",
    "run-behind-a-proxy", "run-under-systemd", "stop-a-flood-of-sessions", "upgrade-the-server",
}  # fmt: skip
"""Pages whose commands need their own server: tests/deploy/test_how_to.py runs them."""
(PREPARED,) = examples(section("quick-start.md", "Practice session"))
PRACTICE = PREPARED.command


def faults(name: str, page: str) -> list[str]:
    """List the rules for how-to pages that a page breaks."""
    title = page.partition("\n")[0].removeprefix("# ")
    shown = examples(page)
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    prose = re.sub(r"<!--.*?-->", "", re.sub(r"\]\([^)]*\)", "]", prose), flags=re.DOTALL)
    words = len(re.findall(r"\w[\w'.,/-]*", prose))
    guides = re.findall(r"\]\(\.\./(?!quick-start\.md#practice-session)[^)]*\.md", page)
    broken = {
        "its heading does not begin with a verb": not begins_with_a_verb(title),
        f"it is not named {title}": "-".join(title.lower().split()) != name,
        f"it has {words} words": words > WORDS,
        "no answer follows a request": not any(one.answer for one in shown),
        "it shows no problem": "\n## Problems\n" not in page,
        f"it links to {len(guides)} guides": len(guides) > 3,
    }
    return [fault for fault, is_there in broken.items() if is_there]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_short_with_a_request_and_an_answer(name: str) -> None:
    assert faults(name, PAGES[name]) == []


GOOD = "# Undo it\n```bash\ncurl\n```\nThen:\n```json\n{}\n```\n## Problems\n"


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (GOOD, ""),
        (GOOD.replace("Undo", "Undoing"), "its heading does not begin with a verb"),
        (GOOD.replace("Undo it", "Undo that"), "it is not named Undo that"),
        (GOOD + "word " * WORDS, f"it has {WORDS + 4} words"),
        (GOOD.replace("json", "js"), "no answer follows a request"),
        (GOOD.replace("bash", "sh"), "no answer follows a request"),
        (GOOD.replace("Problems", "More"), "it shows no problem"),
        (GOOD + "[a](../a.md#a)" * 4, "it links to 4 guides"),
    ],
)
def test_a_page_that_breaks_a_rule_is_found(page: str, fault: str) -> None:
    assert fault in faults("undo-it", page) or not fault
    assert bool(faults("undo-it", page)) == bool(fault)


@pytest.mark.skipif(shutil.which("curl") is None, reason="the pages need curl")
@pytest.mark.parametrize("name", [*sorted(PAGES.keys() - OPERATORS), *GUIDES])
def test_the_requests_of_a_page_get_the_answers_that_it_shows(
    server: Server, tmp_path: Path, name: str
) -> None:
    shown = examples({**PAGES, **GUIDES}[name])
    assert shown
    printed = run(shown, clone(tmp_path), {"BASE": server.url}, PRACTICE)
    for example, given in zip(shown, printed, strict=True):
        assert differences(example, given) == [], example.command


@pytest.mark.skipif(shutil.which("curl") is None, reason="the practice session needs curl")
def test_the_practice_session_ends_as_the_quick_start_shows(server: Server, tmp_path: Path) -> None:
    (printed,) = run([PREPARED], tmp_path, {"BASE": server.url})
    assert len(printed.splitlines()) == 11
    assert differences(PREPARED, printed) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_only_existing_problems(server: Server, name: str) -> None:
    codes = re.findall(r"(?m)^\| `(\w+)` \|", PAGES[name])
    found = {code: server.http.get(f"/docs/problems/{code}").status_code for code in codes}
    assert set(found.values()) <= {200}, found


@pytest.mark.parametrize(
    ("language", "shown", "printed", "fits"),
    [
        ("json", '{"a": [1, "…"], "b": "x…z"}', '{"a": [1, 2], "b": "xyz", "c": 3}', True),
        ("json", '{"a": [1]}', '{"a": [1, 2]}', False),
        ("json", '{"a": null}', "{}", False),
        ("json", '{"b": "x…z"}', '{"b": "xy"}', False),
        ("text", "one\n…three", "one\ntwo\nand three\n", True),
        ("text", "two\none", "one\ntwo\n", False),
        ("", "", "one\n", True),
        ("", "", '{"status":409,"detail":"It is Bo\'s turn."}', False),
    ],
)
def test_an_answer_that_is_not_as_shown_is_found(
    language: str, shown: str, printed: str, fits: bool
) -> None:
    assert (differences(Example("", language, shown), printed) == []) == fits
