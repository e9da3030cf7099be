"""Words that sentences of the Venus Engine share."""

from verger.domain.core import text


def quoted(text: str) -> str:
    """A text inside a sentence: without the stop at its own end."""
    return f"“{text.rstrip('.')}”"


def counted(number: int, one: str, several: str = "") -> str:
    """So many of something: `1 die`, `2 dice`, `a Lot` where that is what one is called."""
    if number == 1:
        return one if one.startswith(("a ", "an ")) else f"1 {one}"
    return text.counted(number, one.removeprefix("a ").removeprefix("an "), several)
