"""Arrangements are stored with the number of their form, so a change of the form needs a new number."""

from hashlib import sha256

import msgspec

from bench.networks import invented
from verger.projections.picture.arrangement import FORM, arranged
from verger.projections.picture.layout import LayoutBuilder
from verger.service.layout.drawing import drawn

DIGESTS = {1: "b056e299926bb555"}
"""The digest of the arrangement of one network, by the form's number. After a release, add a number to change one."""


def test_another_arrangement_of_the_same_entries_has_another_form() -> None:
    growing = LayoutBuilder(drawn)
    growing.take(list(invented(70, 1)))
    found = msgspec.json.encode(arranged(growing), order="sorted")
    assert sha256(found).hexdigest()[:16] == DIGESTS[FORM]
