"""The possible targets of actions: characters and things, zones, borders, aspects."""

from typing import NewType

from verger.domain.table.sheet import CharacterId

ZoneId = NewType("ZoneId", str)
"""`z1`, `z2` … No id is used twice."""

BorderId = NewType("BorderId", str)
"""`b1`, `b2` … No id is used twice."""

AspectId = NewType("AspectId", str)
"""`a1`, `a2` … No id is used twice."""

TargetId = NewType("TargetId", str)
"""The id of a target: a character or thing `c1`, a zone, a border, an aspect."""

Bearer = CharacterId | ZoneId | BorderId
