"""What may stand on a sheet, as options list it."""

from collections.abc import Iterator

from domain.core.option import Echo, Field, Group, Number, Option, Text, choices
from domain.core.text import LABEL_LIMIT
from domain.games.afterverse.model.sheet import ENTRIES_MOST, RATING_MOST

_NAME = Text("name", LABEL_LIMIT)


def fields() -> Iterator[Field]:
    """The fields of a sheet (`sheet.fit`)."""
    rating, level = Number("rating", 0, RATING_MOST), Number("level", 0, RATING_MOST)
    held = choices("held", [(True, ""), (False, "")])
    requisite = Number("requisite", 0, RATING_MOST)
    yield _entries("attributes", rating, optional=False)
    yield _entries("skills", level)
    yield _entries("specializations", Echo("skill", "skills.name"), requisite, held)
    yield _entries("interests", level)


def _entries(name: str, *more: Field, optional: bool = True) -> Group:
    shape = Option({}, (_NAME, *more))
    return Group(name, (shape,), ENTRIES_MOST, optional, "name")
