"""Each row of the guide's table about HTTP names an existing test."""

import re

from verger.service.root import ROOT

GUIDE, *_ = (ROOT / "docs" / "http.md").read_text().partition("\n## Clients and proxies")
HERE = ROOT / "tests" / "api" / "edge"


def test_each_row_of_the_table_names_an_existing_test() -> None:
    rows = [line for line in GUIDE.split("\n") if line.startswith("| ")][2:]
    named = re.findall(r"`(test_\w+\.py)` `(test_\w+)` \|$", GUIDE, re.MULTILINE)
    assert len(named) == len(rows)
    assert [
        f"{file} {test}" for file, test in named if f"def {test}(" not in (HERE / file).read_text()
    ] == []
