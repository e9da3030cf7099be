"""Words that sentences of Verge share."""

from verger.domain.core import text

_NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(number: int, singular: str, several: str = "") -> str:
    """Return a number with its noun: `1 token`, `2 tokens`, `no dice`."""
    return text.counted(number, singular, several) if number else f"no {several or singular + 's'}"


def faces(number: int, face: int) -> str:
    """Describe dice that show a face: `a 6`, `three 5s`, `no 4s`."""
    word = _NUMBERS[number] if number < len(_NUMBERS) else number
    return f"{word} {face}" if number == 1 else f"{word} {face}s"
