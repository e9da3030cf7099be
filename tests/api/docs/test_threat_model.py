"""Each promise of the threat model names an existing test."""

import re

from verger.service.root import ROOT

FILE = ROOT / "docs" / "threat-model.md"
SHOWN = re.compile(r"\[([\w.]+)\]\(([^)]+)\) `(test_\w+)`")


def test_each_row_names_an_existing_test() -> None:
    rows = [line.split(" | ") for line in FILE.read_text().split("\n") if line.startswith("| ")][2:]
    assert len(rows) > 20
    for *_, promised, _, shown in rows:
        named = SHOWN.findall(shown)
        assert named, promised
        for name, link, test in named:
            tests = (FILE.parent / link).resolve()
            assert tests.name == name
            assert f"def {test}(" in tests.read_text(), (name, test)
