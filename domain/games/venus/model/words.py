"""Words that sentences of the Venus Engine share."""

from verger.domain.core import text


def quoted(text: str) -> str:
    """Return a text for use inside a sentence: without its final full stop."""
    return f"“{text.rstrip('.')}”"


def counted(number: int, singular: str, several: str = "") -> str:
    """Return a number with its noun: `1 die`, `2 dice`, or `a Lot` if `singular` is `a Lot`."""
    if number == 1:
        return singular if singular.startswith(("a ", "an ")) else f"1 {singular}"
    return text.counted(number, singular.removeprefix("a ").removeprefix("an "), several)
