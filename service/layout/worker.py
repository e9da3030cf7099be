"""The layout process: reads what events wrote, answers with its places; it gets no text that people wrote.

Questions and answers are MessagePack.
"""

from collections import OrderedDict
from functools import partial

import msgspec

import verger.domain  # noqa: F401, it refuses to run without assertions
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.layout import Entries, LayoutBuilder
from verger.service.child.answers import answer_all
from verger.service.layout.drawing import drawn

MEMORY_BYTES = 2**30
"""The limit of its address space: many times what the largest arrangement needs."""
KEPT = 32
"""Arrangements that are kept, to go on from when there is more."""

_Events = tuple[Entries, ...]


class Arranger:
    """Lays out; what continues something known is laid out from those."""

    def __init__(self) -> None:
        self._known: OrderedDict[_Events, LayoutBuilder] = OrderedDict()

    def arrangement(self, events: _Events) -> Arrangement:
        """The arrangement of what these events wrote."""
        known = max((one for one in self._known if events[: len(one)] == one), key=len, default=())
        growing = self._known[known].copy() if known else LayoutBuilder(drawn)
        growing.take(events[len(known) :])
        self._known[events] = growing
        self._known.move_to_end(events)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return arranged(growing)


_decoder = msgspec.msgpack.Decoder(_Events)


def answered(arranger: Arranger, question: bytes) -> bytes:
    """Return the arrangement that a question asks for."""
    return msgspec.msgpack.encode(arranger.arrangement(_decoder.decode(question)))


if __name__ == "__main__":
    answer_all(partial(answered, Arranger()), MEMORY_BYTES)
