"""Every command of a guide is run by a test, or the guide says what the command needs."""

import re
from collections.abc import Iterator

import pytest

from tests.api.docs.test_how_to import GUIDES as RUN
from tests.support.root import DOCS, ROOT

GUIDES = {path.stem: path.read_text() for path in sorted(DOCS.glob("*.md"))}
FENCED = re.compile(r"(?ms)^ *```.*?^ *```")
RUN_BY = re.compile(r"<!-- (tests/[\w/]+\.py)\b.* runs? ")
NEEDS = re.compile(r"<!-- not run by a test: needs .+ -->\n```sh\n")


def faults(name: str, page: str) -> Iterator[str]:
    """List the commands of a page that no test runs and that do not say what they need."""
    if re.search(r"(?m)^\n {4}\S", FENCED.sub("", page)):
        yield "a block of code has no fence"
    if len(NEEDS.findall(page)) != len(re.findall(r"(?m)^```sh$", page)):
        yield "a command does not say what it needs"
    if "```bash\n" in page and name not in RUN:
        tests = [ROOT / file for file in RUN_BY.findall(page)]
        if not any(file.is_file() and f"{name}.md" in file.read_text() for file in tests):
            yield "no test is named that runs the commands"


@pytest.mark.parametrize("name", GUIDES)
def test_each_command_of_a_guide_is_run_or_says_what_it_needs(name: str) -> None:
    assert list(faults(name, GUIDES[name])) == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("Text\n\n    curl\n", "a block of code has no fence"),
        ("Text\n```sh\ncurl\n```\n", "a command does not say what it needs"),
        ("Text\n```bash\ncurl\n```\n", "no test is named that runs the commands"),
        (
            "<!-- tests/api/docs/test_none.py runs this -->\n```bash\ncurl\n```\n",
            "no test is named that runs the commands",
        ),
    ],
)
def test_a_command_that_nobody_runs_is_found(page: str, fault: str) -> None:
    assert list(faults("a-page", page)) == [fault]
