"""The next release of the program: a copy of it with one more format of events.

One member of an effect has another name, and under an amendment of a game the effect has one more member.
"""

from pathlib import Path

from tests.support.grown import Grown

HELD_BACK = "2026-11-26"
"""A day before the new format. On this day the next release still writes the formats of this release."""
BEGINS = "2026-11-27"

EDITS = {
    "domain/core/table.py": (
        (
            'class LimitAdded(TaggedEffect, frozen=True, tag="limit_added"):',
            'from verger.domain.core.since import since\n\n@since(2, "by")\n'
            'class LimitAdded(TaggedEffect, frozen=True, tag="limit_added"):',
        ),
        (
            "    kind: LimitKind\n    text: str\n\n\nclass PlayPaused",
            "    sort: LimitKind\n    text: str\n    by: SeatId | msgspec.UnsetType = msgspec.UNSET"
            "\n\n\nclass PlayPaused",
        ),
        ("Limit(effect.kind, effect.text)", "Limit(effect.sort, effect.text)"),
    ),
    "domain/table/safety.py": (
        (
            "    draft.emit(LimitAdded(move.kind, trimmed(move.text)))",
            "    from msgspec import UNSET\n"
            "    from verger.domain.core.amendment import in_force\n\n"
            "    by = facts.seat if in_force(draft.table.house_rules) >= 1 else UNSET\n"
            "    draft.emit(LimitAdded(move.kind, trimmed(move.text), by))",
        ),
    ),
    "service/log/form.py": (
        (
            "CHANGES: tuple[FormatStep, ...] = ()",
            f"""def _renamed(old: str, new: str) -> Callable[[Any], Any]:
    def recast(event: Any) -> Any:
        event["effects"] = [
            {{new if name == old else name: said for name, said in effect.items()}}
            if effect["effect"] == "limit_added"
            else effect
            for effect in event["effects"]
        ]
        return event

    return recast


CHANGES: tuple[FormatStep, ...] = (
    FormatStep(2, "{BEGINS}", _renamed("kind", "sort"), _renamed("sort", "kind")),
)""",
        ),
    ),
}

AMENDMENTS = f'''"""The amendments of the Venus Engine."""

from verger.domain.core.amendment import RuleAmendment
from verger.domain.core.identifier import RuleId

WHO = RuleAmendment(1, "{BEGINS}", (RuleId("table.limits"),), "who drew a line", "It is told.")
AMENDMENTS = (WHO,)
'''


def next_release(folder: Path) -> Grown:
    """Make the next release in a folder."""
    made = Grown(folder)
    for name, edits in EDITS.items():
        file = folder / name
        text = file.read_text()
        for old, new in edits:
            assert text.count(old) == 1, f"{name} has another {old!r}"
            text = text.replace(old, new)
        file.write_text(text)
    (folder / "domain/games/venus/amendments.py").write_text(AMENDMENTS)
    return made
