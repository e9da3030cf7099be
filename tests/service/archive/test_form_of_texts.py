"""The places of texts, and the salts of a redacted event, have only one form."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.support.log import archived, chained, evening, examined, redacted, rows
from verger.service.archive.verify import Finding
from verger.service.log.row import Row

LOG = rows(evening("war"))
SAID = next(row for row in LOG[10:] if row.texts != "[]")
"""An event that has a text."""


def is_refused(row: Row, why: str) -> None:
    """Require that the log is refused because of this row."""
    found = examined(archived([*LOG[: row.version - 1], row, *LOG[row.version :]]))
    assert isinstance(found, Finding)
    assert (found.version, why in found.what) == (row.version, True)


@pytest.mark.parametrize(
    "change",
    [lambda _: [], lambda texts: [[texts[0][0] + 1, 1], *texts[1:]]],
    ids=["none", "another place"],
)
def test_texts_at_other_places_are_found_though_every_hash_fits(
    change: Callable[[Any], Any],
) -> None:
    texts = msgspec.json.encode(change(msgspec.json.decode(SAID.texts))).decode()
    forged = chained(SAID._replace(texts=texts), LOG[SAID.version - 2].hash)
    is_refused(forged, "its texts are not where it says")


@pytest.mark.parametrize(
    "change", [str.upper, lambda kept: kept.replace("[", "[ ")], ids=["upper case", "a space"]
)
def test_salts_in_another_form_are_found_though_every_hash_fits(
    change: Callable[[str], str],
) -> None:
    row = redacted(SAID)
    assert row.kept
    is_refused(row._replace(kept=change(row.kept)), "the salts of its texts are not written")
