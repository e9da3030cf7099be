"""Checks in `GET …/state` whether a game has come to a natural end."""

from collections.abc import Mapping, Sequence

from tests.support.bot import Sight

OVER = "over"
"""The name of a game's step when play has ended for good."""


def in_step(name: str) -> Sight:
    """Return a check whether play is in this step."""
    return lambda play: bool(play["step"] == name)


def there_is(name: str) -> Sight:
    """Return a check whether play has something with this name, such as a scene."""
    return lambda play: play[name] is not None


def there_is_no(name: str) -> Sight:
    """Return a check whether play has nothing with this name."""
    return lambda play: play[name] is None


A_SCENE = (there_is("scene"), there_is_no("scene"))
A_CONFLICT = (there_is("conflict"), there_is_no("conflict"))

ENDS: Mapping[str, Sequence[Sight]] = {
    "verge": (in_step("run"), *A_SCENE, *A_CONFLICT, *A_SCENE, *A_SCENE),
    "edgerunner": (in_step("conflict"), in_step("prepare")),
    "venus": (in_step("chapter"), in_step("debrief")),
    "afterverse": (in_step("play"), in_step(OVER)),
}
"""The milestones, in order, on a game's way to its end."""

ANY_END: Sequence[Sight] = (in_step(OVER),)
"""The milestones of a game that `ENDS` does not list."""
