"""Making a struct from the members of other structs."""

from typing import Any, TypeVar

import msgspec

Kind = TypeVar("Kind", bound=msgspec.Struct)


def made_of(kind: type[Kind], *sources: Any, **members: Any) -> Kind:
    """Return a struct with these members.

    For each other member, use the value of the first source that has a member of this name. A
    member that no source has keeps its default.
    """
    for name in kind.__struct_fields__:
        source = next((candidate for candidate in sources if hasattr(candidate, name)), None)
        if source is not None and name not in members:
            members[name] = getattr(source, name)
    return kind(**members)
