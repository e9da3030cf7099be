"""A model of Afterverse: the player of each character, and the number of dice in a pool."""

from tests.models.afterverse.record import Actor, Character, Json, Story, Table


def player_of(table: Table, one: Character) -> str | None:
    """Return the seat of a character if it is taken; None for the GM's characters."""
    return one.seat if one.seat in table.sitting else None


def hand(table: Table, one: Character) -> str:
    """The seat that acts for a character: the player's if it is taken, or the GM's."""
    return player_of(table, one) or table.gm


def _of(entries: list[Json], name: str, number: str) -> int:
    found: int = next(entry[number] for entry in entries if entry["name"] == name)
    return found


def counted(sheet: Json, pool: Json) -> tuple[str, int]:
    """The name of a pool and its number of dice, at least 0."""
    first = pool["attribute"]
    dice = _of(sheet["attributes"], first, "rating")
    if pool["pool"] == "attributes":
        second = pool["second"]
        return f"{first} + {second}", dice + _of(sheet["attributes"], second, "rating")
    if pool["pool"] == "interest":
        name = pool["interest"]
        return f"{first} + {name}", dice + _of(sheet["interests"], name, "level")
    if pool["pool"] == "skill":
        name = pool["skill"]
        return f"{first} + {name}", dice + _of(sheet["skills"], name, "level")
    name = pool["specialization"]
    own = next(entry for entry in sheet["specializations"] if entry["name"] == name)
    level = _of(sheet["skills"], own["skill"], "level")
    short = own["requisite"] - level
    extra = -short if short > 0 else 2 * own["held"]
    return f"{first} + {own['skill']} ({name})", max(0, dice + level + extra)


def actor(story: Story, one: Json, role: str, risk: int = 0) -> Actor:
    """A character with its part in a test."""
    named, dice = counted(story.characters[one["character"]].sheet, one["pool"])
    return Actor(one["character"], role, named, dice, risk)
