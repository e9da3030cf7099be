"""An honest archive that travelled is verified or cannot be read, and is never called wrong."""

from pathlib import Path

import pytest

from tests.support.ways import WAYS, WHOLE
from verger.service.cli import main


def verified(file: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    file.write_bytes(content)
    status = main(["verify", str(file)])
    return status, "".join(capsys.readouterr())


@pytest.mark.parametrize("name", WAYS)
def test_it_is_said_what_happened_to_the_file_and_nothing_against_the_record(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, words = WAYS[name]
    status, said = verified(tmp_path / "evening.ndjson", change(WHOLE), capsys)
    assert (status, said.count("\n"), said.startswith("verger: ")) == (2, 1, True), said
    assert words in said
