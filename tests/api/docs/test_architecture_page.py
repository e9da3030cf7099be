"""The page about the architecture names what is there."""

import re

from tests.support.root import ROOT


def test_the_folders_and_files_that_it_names_exist() -> None:
    named = re.findall(r"`([a-z]+/[\w/]*(?:\.py)?)`", (ROOT / "ARCHITECTURE.md").read_text())
    assert len(named) > 20
    assert [name for name in named if not (ROOT / name).exists()] == []
