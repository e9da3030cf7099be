"""What was taken out of a log has to be named by a later event, and by no more than that."""

import pytest

from tests.service.archive.test_verify import (
    LENGTH,
    MIDDLE,
    chance,
    changed,
    found_in,
    found_in_file,
    log,
)
from tests.support.log import archived, evening, rechained, redacted, rows
from verger.service.log.row import Row


def taken_out(version: int) -> list[Row]:
    """The log with an event as it is once it is redacted, but for the event that says so."""
    emptied = redacted(log()[version - 1])
    return [*log()[: version - 1], emptied, *log()[version:]]


@pytest.mark.parametrize("version", [40, MIDDLE, LENGTH])
def test_an_archive_in_which_no_event_says_what_was_taken_out_is_found(version: int) -> None:
    found_in_file(archived(taken_out(version)), {version})


def test_a_changed_byte_of_a_redacted_events_digest_is_found(subtests: pytest.Subtests) -> None:
    for seed in range(20):
        with subtests.test(seed=seed):
            random = chance(seed)
            version = random.randrange(1, LENGTH)
            left = taken_out(version)
            row = left[version - 1]
            left[version - 1] = row._replace(digest=changed(row.digest, random))
            found_in(left, version)


def test_a_redaction_that_names_what_is_whole_is_found() -> None:
    played = rows(evening("coming_and_going"))
    row = next(row for row in played if row.type == "redact")
    data = row.data.replace('"rewritten":[]', f'"rewritten":[{row.version - 1}]')
    at = row.version - 1
    forged = rechained([*played[:at], row._replace(data=data), *played[at + 1 :]])
    assert "names events" in found_in(list(forged), row.version).what
