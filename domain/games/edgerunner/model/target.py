"""Names of what an action can be about: characters and things, zones, borders, aspects."""

from typing import NewType

from verger.domain.table.sheet import CharacterId

ZoneId = NewType("ZoneId", str)
"""`z1`, `z2` …, never used twice."""

BorderId = NewType("BorderId", str)
"""`b1`, `b2` …, never used twice."""

AspectId = NewType("AspectId", str)
"""`a1`, `a2` …, never used twice."""

TargetId = NewType("TargetId", str)
"""Any of these: of a character or a thing `c1`, of a zone, of a border, of an aspect."""

Bearer = CharacterId | ZoneId | BorderId
