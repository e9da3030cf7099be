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
    """Return a diagnosis without a fault."""
    return Diagnosis(Level.OK, subject, sentence)


def warn(subject: str, sentence: str) -> Diagnosis:
    """Return a diagnosis of a probable mistake, or of something that can soon become a fault."""
    return Diagnosis(Level.WARN, subject, sentence)


def bad(subject: str, sentence: str) -> Diagnosis:
    """Return a diagnosis of a fault. The server cannot work until it is corrected."""
    return Diagnosis(Level.BAD, subject, sentence)
