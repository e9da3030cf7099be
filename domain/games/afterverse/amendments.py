"""The amendments of Afterverse, in the order of their numbers."""

from verger.domain.core.amendment import RuleAmendment

AMENDMENTS: tuple[RuleAmendment, ...] = ()
