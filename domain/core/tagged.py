"""The bases of moves, effects, subjects and corrections.

Each base class names the member that holds the tag.
"""

import msgspec


class TaggedMove(msgspec.Struct, frozen=True, tag_field="move", forbid_unknown_fields=True):
    """The base of moves."""


class TaggedEffect(msgspec.Struct, frozen=True, tag_field="effect"):
    """The base of effects.

    Logs contain their tags and member names: to change an effect, add a new tag.
    """


class TaggedSubject(msgspec.Struct, frozen=True, tag_field="subject", forbid_unknown_fields=True):
    """The base of subjects, which a seat can propose to the table."""


class TaggedCorrection(
    msgspec.Struct, frozen=True, tag_field="correction", forbid_unknown_fields=True
):
    """The base of corrections."""
