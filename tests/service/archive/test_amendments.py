"""A log is judged by the amendments that it names, whether it began with them or adopted them."""

from collections.abc import Callable, Iterator

import pytest

from tests.support import mended
from tests.support.game import Game
from tests.support.log import archived, examined, rechained, rows
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.log.row import Row


@pytest.fixture(autouse=True)
def program() -> Iterator[None]:
    with mended.installed():
        yield


@pytest.mark.parametrize("played", [mended.without, mended.begun_with, mended.adopted])
def test_a_log_is_judged_by_the_amendments_that_it_says(played: Callable[[], Game]) -> None:
    log = played().log
    found = examined(archived(rows(log)))
    assert isinstance(found, ArchiveVerifier), found
    assert (found.log.counts.judged, found.log.counts.states) == (len(log), 1)


@pytest.mark.parametrize(
    ("played", "says"),
    [
        (mended.begun_with, '"amendments":{}'),
        (mended.adopted, '"house_rule":"amendments","value":{}'),
    ],
)
def test_an_effect_of_an_amendment_is_wrong_if_the_amendment_is_not_in_force(
    played: Callable[[], Game], says: str
) -> None:
    log = rows(played().log)
    forged = list(rechained(_without(row, says) for row in log))
    found = examined(archived(forged))
    assert isinstance(found, Finding)
    drawn = next(row.version for row in log if row.type == "add_limit")
    assert (found.version, found.what) == (drawn, "the rules give other effects")


def _without(row: Row, says: str) -> Row:
    data = row.data
    # The ruling on the choice cites the value, too.
    for text in (says, says.replace('"value"', '"value_chosen"')):
        data = data.replace(text.format(mended.NUMBER), text.format(mended.NUMBER - 1))
    return row._replace(data=data)
