"""The amendments of the Venus Engine, in the order of their numbers."""

from verger.domain.core.amendment import RuleAmendment

AMENDMENTS: tuple[RuleAmendment, ...] = ()
