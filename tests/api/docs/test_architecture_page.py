"""The folders and files that ARCHITECTURE.md names exist, and it names every annex."""

import re

from tests.support.root import ROOT


def test_the_folders_and_files_that_the_page_names_exist() -> None:
    named = re.findall(r"`([a-z]+/[\w/]*(?:\.py)?)`", (ROOT / "ARCHITECTURE.md").read_text())
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_annex_has_its_place_in_the_page_about_the_architecture() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    (row,) = re.findall(r"(?m)^\| `service/annexes/` \| (.*) \|$", page)
    names = [path.parent.name for path in (ROOT / "service/annexes").glob("*/__init__.py")]
    assert len(names) > 5
    assert [name for name in names if name not in re.findall(r"\w+", row)] == []
