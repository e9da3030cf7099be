"""The layout process: reads what events wrote, answers with its places; it gets no text that people wrote.

Messages are MessagePack, each after its length in four bytes. It ends when its input does.
"""

import os
import resource
import sys
from collections import OrderedDict
from typing import BinaryIO

import msgspec

from projections.picture.arrangement import Arrangement, arranged
from projections.picture.layout import Entries, Growing
from service.layout.drawing import drawn

MEMORY_BYTES = 2**30
"""The limit of its address space: many times what the largest arrangement needs."""
KEPT = 32
"""Arrangements that are kept, to go on from when there is more."""

_Events = tuple[Entries, ...]


class Arranger:
    """Lays out; what continues something known is laid out from those."""

    def __init__(self) -> None:
        self._known: OrderedDict[_Events, Growing] = OrderedDict()

    def arrangement(self, events: _Events) -> Arrangement:
        """The arrangement of what these events wrote."""
        known = max((one for one in self._known if events[: len(one)] == one), key=len, default=())
        growing = self._known[known].copy() if known else Growing(drawn)
        growing.take(events[len(known) :])
        self._known[events] = growing
        self._known.move_to_end(events)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return arranged(growing)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the input ends."""
    arranging, decoder = Arranger(), msgspec.msgpack.Decoder(_Events)
    while length := source.read(4):
        events = decoder.decode(source.read(int.from_bytes(length)))
        answer = msgspec.msgpack.encode(arranging.arrangement(events))
        sink.write(len(answer).to_bytes(4) + answer)
        sink.flush()


if __name__ == "__main__":
    # Play goes first where there are few processors.
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    serve(sys.stdin.buffer, sys.stdout.buffer)
