"""The consequences of a rewind: the moves, throws and remedies that it takes back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from verger.domain.core.decider import State
from verger.domain.core.force import after_rewind
from verger.domain.core.identifier import DisputeId, number
from verger.domain.core.past import THE_ACTION, Deed, Past
from verger.domain.core.ruling import Fact
from verger.domain.core.text import counted, ended, listed
from verger.domain.core.timeline import Line, Undoing, Undone, apart, spans


def versions(line: Line) -> Iterable[int]:
    """Yield the versions of a line, the oldest first."""
    return (version for first, last in line for version in range(first, last + 1))


def undoing_of(state: State[Any], version: int, to: int, past: Past) -> Undoing:
    """Return the consequences of a rewind at a version to another version."""
    timeline = state.table.timeline
    line, goal = spans(timeline, version - 1), spans(timeline, to)
    gone, restored = apart(line, goal), apart(goal, line)
    since = min([first for first, _ in (*gone, *restored)], default=version) - 1
    deeds = past.deeds(since)
    ended, renewed = after_rewind(state.table.disputes, timeline, version, to)
    return _undoing(
        deeds,
        _of_play(deeds, versions(gone)),
        restored=len(_of_play(deeds, versions(restored))),
        remedies=(ended, renewed),
    )


def undoing_without(deeds: Mapping[int, Deed], left_out: Sequence[int]) -> Undoing:
    """Return the consequences of leaving out the moves of these versions."""
    return _undoing(deeds, left_out)


def _of_play(deeds: Mapping[int, Deed], line: Iterable[int]) -> list[int]:
    return [at for at in line if (deed := deeds.get(at)) and deed.is_of_play]


def _undoing(
    deeds: Mapping[int, Deed],
    gone: Sequence[int],
    *,
    restored: int = 0,
    remedies: tuple[tuple[DisputeId, ...], tuple[DisputeId, ...]] = ((), ()),
) -> Undoing:
    ends = [Undone(at, deeds[at].seat, deeds[at].sentence) for at in {*gone[:1], *gone[-1:]}]
    ends.sort(key=lambda undone: undone.version)
    return Undoing(
        moves=len(gone),
        first=ends[0] if ends else None,
        last=ends[1] if len(ends) > 1 else None,
        throws=tuple([at for at in gone if deeds[at].has_dice]),
        restored=restored,
        ended=remedies[0],
        renewed=remedies[1],
    )


def in_words(undoing: Undoing) -> str:
    """Describe the undone moves as an infinitive: `take back: Ann writes “Fog”`."""
    if undoing.last:
        return f"take back {counted(undoing.moves, 'move')}"
    if undoing.first:
        return f"take back: {undoing.first.sentence.removesuffix('.')}"
    if undoing.restored:
        return f"bring back {counted(undoing.restored, 'move')}"
    return "take back no move of play"


def consequences(undoing: Undoing) -> str:
    """Return sentences about the further consequences, each after a space."""
    return "".join([f" {sentence}" for sentence in _sentences(undoing)])


def _sentences(undoing: Undoing) -> Iterable[str]:
    if undoing.first and undoing.last:
        yield f"The first: {ended(undoing.first.sentence)}"
        yield f"The last: {ended(undoing.last.sentence)}"
    if undoing.first and undoing.restored:
        yield f"That brings back {counted(undoing.restored, 'move')}."
    if undoing.throws:
        yield f"That takes back {counted(len(undoing.throws), 'throw')}. The dice stay thrown."
    yield from remedies_in_words(undoing.ended, undoing.renewed)


def remedies_in_words(
    ended: tuple[DisputeId, ...], renewed: tuple[DisputeId, ...]
) -> Iterable[str]:
    """Yield sentences about the remedies of settled disputes that a rewind ends or renews."""
    for ids, again in ((ended, "no longer"), (renewed, "again")):
        if ids:
            names = listed([str(number(id)) for id in ids])
            what = (
                f"remedy of dispute {names}" if len(ids) == 1 else f"remedies of disputes {names}"
            )
            how = f"{'is' if len(ids) == 1 else 'are'} {again} in force"
            yield f"The {what} {how.replace('again in force', 'in force again')}."


def facts(undoing: Undoing) -> dict[str, Fact]:
    """Return the facts of a ruling about these consequences, without empty ones."""
    listed: dict[str, Fact] = {
        "throws_undone": tuple([str(version) for version in undoing.throws]),
        "moves_restored": undoing.restored,
        "disputes_undone": undoing.ended,
        "disputes_renewed": undoing.renewed,
    }
    kept = {name: fact for name, fact in listed.items() if fact}
    if undoing.first:
        kept["first_undone"] = undoing.first.version
    return {"moves_undone": undoing.moves, **kept}


def action_of(deeds: Mapping[int, Deed], line: Sequence[int], version: int) -> list[int]:
    """Return the versions of the action that a move belongs to, the oldest first.

    `line` contains the versions to search, the oldest first. A move that joins no action is the
    only move of its action.
    """
    place = line.index(version)
    before = _joined(deeds, deeds[version], reversed(line[:place]), forward=False)
    after = _joined(deeds, deeds[version], line[place + 1 :], forward=True)
    return sorted([version, *before, *after])


def _joined(
    deeds: Mapping[int, Deed], move: Deed, line: Iterable[int], *, forward: bool
) -> Iterable[int]:
    """Yield the other versions of a move's action, in one direction from the move."""
    ids = set(move.actions)
    if move.begins and not forward:
        ids.discard(THE_ACTION)
    for version in line:
        deed = deeds.get(version)
        if deed is None or not deed.is_of_play:
            continue
        if deed.begins and forward:
            ids.discard(THE_ACTION)
        if not ids.isdisjoint(deed.actions):
            yield version
            ids |= deed.actions
        if deed.begins:
            ids.discard(THE_ACTION)
