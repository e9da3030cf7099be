"""Only one module decodes stored events. It reads each by the number of its format."""

import re

from tests.support.root import ROOT

DECODED = re.compile(r"\b(?:decode|_read\w*)\([^()]*\.data\b")
PLACE = ROOT / "service" / "log" / "form.py"


def test_stored_events_are_decoded_in_only_one_module() -> None:
    sources = {file: file.read_text() for file in (ROOT / "service").rglob("*.py")}
    assert [file for file, text in sources.items() if DECODED.search(text)] == []
    assert "decode(text)" in sources[PLACE]
