"""The layout process: reads entries, answers with their places; it gets no text that people wrote.

Messages are MessagePack, each after its length in four bytes. It ends when its input does.
"""

import os
import resource
import sys
from collections import OrderedDict
from typing import BinaryIO

import msgspec

from projections.picture.arrangement import Arrangement, arranged
from projections.picture.layout import Entry, Growing
from service.layout.relaxing import relaxed

MEMORY_BYTES = 2**30
"""The limit of its address space: many times what the largest arrangement needs."""
KEPT = 32
"""Arrangements that are kept, to go on from when an entry is added."""

_Entries = tuple[Entry, ...]


class Arranger:
    """Lays out; entries that continue known ones are laid out from those."""

    def __init__(self) -> None:
        self._known: OrderedDict[_Entries, Growing] = OrderedDict()

    def arrangement(self, entries: _Entries) -> Arrangement:
        """The arrangement of these entries."""
        known = max((one for one in self._known if entries[: len(one)] == one), key=len, default=())
        growing = self._known[known].copy() if known else Growing(relaxed)
        for entry in entries[len(known) :]:
            growing.take(entry)
        self._known[entries] = growing
        self._known.move_to_end(entries)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return arranged(growing)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer requests until the input ends."""
    arranging, decoder = Arranger(), msgspec.msgpack.Decoder(_Entries)
    while length := source.read(4):
        entries = decoder.decode(source.read(int.from_bytes(length)))
        answer = msgspec.msgpack.encode(arranging.arrangement(entries))
        sink.write(len(answer).to_bytes(4) + answer)
        sink.flush()


if __name__ == "__main__":
    # Play goes first where there are few processors.
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    serve(sys.stdin.buffer, sys.stdout.buffer)
