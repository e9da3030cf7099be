"""A diagnosis: how bad something is, its subject, and a sentence that says what to do."""

from enum import StrEnum
from typing import NamedTuple


class Level(StrEnum):
    """The severity of a diagnosis."""

    OK = "ok"
    WARN = "warn"
    BAD = "bad"


class Diagnosis(NamedTuple):
    """One line of the check-up."""

    level: Level
    subject: str
    sentence: str

    def __str__(self) -> str:
        """Return the line that is printed."""
        return f"{self.level:4}  {self.subject:9}  {self.sentence}"


def ok(subject: str, sentence: str) -> Diagnosis:
    """Return a diagnosis of something that needs no work."""
    return Diagnosis(Level.OK, subject, sentence)


def warn(subject: str, sentence: str) -> Diagnosis:
    """Return a diagnosis that is probably a mistake, or that can soon be a fault."""
    return Diagnosis(Level.WARN, subject, sentence)


def bad(subject: str, sentence: str) -> Diagnosis:
    """Return a diagnosis that keeps the server from its work."""
    return Diagnosis(Level.BAD, subject, sentence)
