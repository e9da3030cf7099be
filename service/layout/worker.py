"""The layout process: it gets the entries of events, and answers with places of boxes.

It gets no text that people wrote. Questions and answers are MessagePack. The process remembers
nothing, so a question contains the known places.
"""

import msgspec

import verger.domain  # noqa: F401, it refuses to run without assertions
from verger.projections.picture.arrangement import Arrangement, arranged
from verger.projections.picture.entry import Entries
from verger.projections.picture.layout import LayoutBuilder, Placement
from verger.service.child.answers import answer_all
from verger.service.layout.drawing import drawn

MEMORY_BYTES = 2**30
"""The limit of its address space: many times the need of the largest arrangement."""


class LayoutQuestion(msgspec.Struct, array_like=True):
    """A question for the arrangement of events."""

    events: tuple[Entries, ...]
    known: Placement | None
    """The places after the first of these events, if they are known."""
    is_tall: bool
    """Whether the picture is for a screen that is higher than wide."""


_decoder = msgspec.msgpack.Decoder(LayoutQuestion)


def arrangement(question: LayoutQuestion) -> Arrangement:
    """Return the arrangement that a question asks for."""
    events, known, is_tall = question.events, question.known, question.is_tall
    if known is None:
        growing = LayoutBuilder(drawn, is_tall=is_tall)
        growing.take(events)
    else:
        growing = LayoutBuilder.resumed(drawn, events, known, is_tall=is_tall)
        growing.take(events[known.events :])
    return arranged(growing)


def answered(question: bytes) -> bytes:
    """Return the answer to a question."""
    return msgspec.msgpack.encode(arrangement(_decoder.decode(question)))


if __name__ == "__main__":
    answer_all(answered, MEMORY_BYTES)
