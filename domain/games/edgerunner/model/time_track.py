"""The time track (`time.track`): approximate lengths, from an instant to a decade."""

from enum import StrEnum


class Span(StrEnum):
    """A length of time. The lengths are listed from the shortest to the longest."""

    AN_INSTANT = "an instant"
    A_FEW_SECONDS = "a few seconds"
    HALF_A_MINUTE = "half a minute"
    A_MINUTE = "a minute"
    A_FEW_MINUTES = "a few minutes"
    A_QUARTER_HOUR = "a quarter hour"
    HALF_AN_HOUR = "half an hour"
    AN_HOUR = "an hour"
    A_FEW_HOURS = "a few hours"
    HALF_A_DAY = "half a day"
    A_DAY = "a day"
    A_FEW_DAYS = "a few days"
    A_WEEK = "a week"
    A_COUPLE_OF_WEEKS = "a couple of weeks"
    A_MONTH = "a month"
    A_FEW_MONTHS = "a few months"
    HALF_A_YEAR = "half a year"
    A_YEAR = "a year"
    A_FEW_YEARS = "a few years"
    A_DECADE = "a decade"


_TRACK = tuple(Span)


def steps(short: Span, long: Span) -> int:
    """Return the number of steps from the first length to the second; negative if the second is shorter."""
    return _TRACK.index(long) - _TRACK.index(short)


def longer_than(span: Span) -> tuple[Span, ...]:
    """Return all lengths that are longer than a length."""
    return _TRACK[_TRACK.index(span) + 1 :]
