"""A finding: how bad it is, its subject, and a sentence that says what to do."""

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


class Finding(NamedTuple):
    """One line of the check-up."""

    level: Level
    subject: str
    sentence: str

    def __str__(self) -> str:
        """Return the line that is printed."""
        return f"{self.level:4}  {self.subject:9}  {self.sentence}"


def ok(subject: str, sentence: str) -> Finding:
    """Return a finding of something that needs no work."""
    return Finding(Level.OK, subject, sentence)


def warn(subject: str, sentence: str) -> Finding:
    """Return a finding that is probably a mistake, or that can soon be a fault."""
    return Finding(Level.WARN, subject, sentence)


def bad(subject: str, sentence: str) -> Finding:
    """Return a finding that keeps the server from its work."""
    return Finding(Level.BAD, subject, sentence)
