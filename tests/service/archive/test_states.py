"""No hash covers the member `states` in an archive's header, which names the form of states. Other checks must find a change."""

import pytest
from msgspec.structs import replace

from tests.support.log import archived, evening, examined, rows
from verger.service.archive.format import UnreadableError, header_of, written
from verger.service.archive.verify import Finding
from verger.service.archive.verify_file import ArchiveVerifier

LENGTH = 300


def archive() -> list[bytes]:
    return archived(rows(evening("war")[:LENGTH]))


def form() -> str:
    return header_of(archive()[0]).states


def with_states(form: str) -> list[bytes]:
    """The archive with another form of its states in the header."""
    first, *others = archive()
    return [written(replace(header_of(first), states=form)), *others]


def test_digests_of_a_form_that_this_program_does_not_have_count_as_not_compared() -> None:
    looked = examined(with_states(f"{form()}0"))
    assert isinstance(looked, ArchiveVerifier)
    assert (looked.log.counts.states, looked.log.counts.unread) == (0, 2)


def test_a_digest_of_another_state_is_found() -> None:
    *lines, last = archive()
    digest = last.split(b'"')[-2]
    found = examined([*lines, last.replace(digest, digest[::-1])])
    assert isinstance(found, Finding)
    assert "not the one on record" in found.what


@pytest.mark.parametrize("change", ["{}x", "other{}", "x", ""])
def test_a_state_in_a_wrong_form_is_refused(change: str) -> None:
    with pytest.raises(UnreadableError, match="is no form of the states of verge-"):
        examined(with_states(change.format(form())))
