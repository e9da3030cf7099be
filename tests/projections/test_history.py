"""The history of an element has its events, and the disputes, undos and redactions of these events."""

from typing import Any

import msgspec
import pytest

from tests.support.log import EVENINGS, evening
from tests.support.play import effect
from verger.domain.core.decider import Ruleset, State, fold
from verger.domain.core.past import GrowingPast
from verger.domain.core.timeline import Rewound, Timeline, evolve
from verger.domain.games.rulesets import RULESETS
from verger.domain.games.verge import RULESET
from verger.domain.judging.deed import deed
from verger.projections.games import shown_by
from verger.projections.history import HistoryFinder

MARK = effect("mark_added", element="n1", marks="!")


class Log:
    """The histories of a log, built event by event, and its timeline."""

    def __init__(self, *events: tuple[object, ...], ruleset: str = "verge") -> None:
        self.finder, self.timeline = HistoryFinder(RULESETS[ruleset]), Timeline()
        self.length = len(events)
        for version, effects in enumerate(events, 1):
            self.finder.take(version, effects, repeats=False)
            for rewound in effects:
                if isinstance(rewound, Rewound):
                    self.timeline = evolve(self.timeline, rewound)

    def versions(self, element: str, at: int | None = None) -> list[int]:
        """Return the versions in the history of an element."""
        return self.finder.versions(element, self.timeline, at or self.length)

    def undone(self, element: str) -> dict[int, int]:
        """Return the rewinds that undid these versions."""
        return self.finder.undone(element, self.timeline, self.versions(element))


def node(id: str, label: str = "Rain") -> object:
    """Add a node."""
    return effect("node_added", node=id, label=label, kind=None, creator="s1")


def back(version: int, to: int) -> object:
    """Rewind play to a version."""
    return effect("rewound", version=version, to=to, without=None)


def played(name: str) -> Log:
    """Return the log of an evening."""
    events = evening(name)
    return Log(*(event.effects for event in events), ruleset=events[0].move.ruleset)


def test_a_history_has_the_events_that_name_the_element() -> None:
    log = Log((node("n1"),), (node("n2"),), (MARK,))
    assert (log.versions("n1"), log.versions("n2")) == ([1, 3], [2])


def test_a_text_that_looks_like_an_id_names_nothing() -> None:
    assert Log((node("n1", label="n2"),)).versions("n2") == []


def test_a_reference_to_the_result_of_an_action_is_no_element() -> None:
    strengthen = {"action": "strengthen", "element": "a1.node", "narration": "A flood."}
    told = {"declaration": "d1", "mover": "s1", "overview": "", "actions": [strengthen]}
    assert Log((effect("change_declared", **told),)).versions("a1.node") == []


def test_an_element_has_no_history_before_it_exists() -> None:
    assert Log((node("n2"),), (node("n1"),)).versions("n1", at=1) == []


def test_a_declared_change_is_in_the_history_of_its_element() -> None:
    strengthen = {"action": "strengthen", "element": "n1", "narration": "A flood."}
    told = {"declaration": "d1", "mover": "s1", "overview": "", "actions": [strengthen]}
    assert Log((node("n1"),), (effect("change_declared", **told),)).versions("n1") == [1, 2]


def test_a_rewind_is_only_in_the_history_of_elements_that_it_changed() -> None:
    log = Log((node("n1"),), (node("n2"),), (MARK,), (back(4, 2),), (back(5, 3),))
    assert (log.versions("n1"), log.versions("n2")) == ([1, 3, 4, 5], [2])


def test_an_undone_event_names_its_rewind_until_it_is_redone() -> None:
    events = [(node("n1"),), (MARK,), (back(3, 1),)]
    assert Log(*events).undone("n1") == {2: 3}
    assert Log(*events, (back(4, 2),)).undone("n1") == {}


def test_another_element_can_have_the_id_of_an_undone_one() -> None:
    log = Log((), (node("n1"),), (back(3, 1),), (node("n1", "Fog"),))
    assert (log.versions("n1"), log.undone("n1")) == ([2, 3, 4], {2: 3})


def test_a_dispute_is_in_the_history_of_the_elements_of_its_event_and_is_never_undone() -> None:
    log = played("disputed_rulings")
    assert log.versions("n6")[4:14] == list(range(120, 130))
    assert not log.undone("n6").keys() & set(range(121, 136))


def test_a_redaction_is_in_the_history_of_the_elements_of_its_events() -> None:
    gone = {"versions": [1], "by": "s1", "reason": "It named somebody.", "rewritten": [1]}
    assert Log((node("n1"),), (node("n2"),), (effect("redacted", **gone),)).versions("n1") == [1, 3]


def test_an_entry_shows_the_effects_on_its_element_and_on_the_log() -> None:
    other, undo = effect("mark_added", element="n2", marks="?"), back(3, 1)
    shown = HistoryFinder(RULESET).shown("n1", (MARK, other, undo), ("own", "other", "undo"))
    assert shown == ("own", "undo")


def test_the_tokens_of_a_character_are_in_its_history() -> None:
    members = {"token": "fate", "amount": 1, "source": "bank", "reason": "", "rule": "a.b"}
    form = {"effect": "tokens_moved", "target": "character:c1", **members}
    paid = msgspec.convert(form, RULESETS["edgerunner"].effect_type)
    log = Log((paid,), ruleset="edgerunner")
    assert log.versions("c1") == [1]


def shown(ruleset: Ruleset[Any], state: State[Any]) -> dict[str, Any]:
    """Return the views of each element in pictures and sheets."""
    elements: dict[str, Any] = {}
    for picture in shown_by(ruleset.name).pictures.values():
        # The label of a border is made of the names of its zones.
        elements |= {
            id: element._replace(label="" if id.startswith("b") else element.label)
            for id, element in picture.elements(state).items()
        }
    for sheet in getattr(ruleset.view(state, state.table.gm), "sheets", ()):
        id = getattr(sheet, "character", None) or sheet.id
        # Aspects are left out, because each aspect is an element with its own history.
        whole = msgspec.to_builtins(sheet) | {"aspects": None}
        elements[id] = (elements.get(id), whole)
    return elements


@pytest.mark.parametrize("name", [path.stem for path in EVENINGS.glob("*.jsonl")])
def test_a_version_that_changes_the_view_of_an_element_is_in_its_history(name: str) -> None:
    events = evening(name)
    ruleset, past, before = RULESETS[events[0].move.ruleset], GrowingPast(), dict[str, Any]()
    log, state = played(name), ruleset.empty
    for version, event in enumerate(events, 1):
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, deed(ruleset, event))
        now = shown(ruleset, state)
        changed = {id for id in before.keys() | now.keys() if before.get(id) != now.get(id)}
        assert not {id for id in changed if version not in log.versions(id)}
        before = now
