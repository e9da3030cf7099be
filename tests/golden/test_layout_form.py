"""Arrangements (positions in a picture) are stored with the number of their form. Another algorithm needs another number."""

from hashlib import sha256

import msgspec

from bench.networks import invented
from verger.projections.picture.arrangement import FORM, arranged
from verger.projections.picture.layout import LayoutBuilder
from verger.service.layout.drawing import drawn

DIGESTS = {1: "b056e299926bb555"}
"""The digest of the arrangement of a fixed network, for each number. After a release, add a number for a new digest."""


def test_another_arrangement_of_the_same_entries_has_another_form() -> None:
    growing = LayoutBuilder(drawn)
    growing.take(list(invented(70, 1)))
    found = msgspec.json.encode(arranged(growing), order="sorted")
    assert sha256(found).hexdigest()[:16] == DIGESTS[FORM]
