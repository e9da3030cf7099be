"""All elements that were ever written up to a version, sheet by sheet, also undone ones."""

from tests.support.play import effect
from verger.domain.core.timeline import Rewound
from verger.domain.games.verge.model.network import NetworkScrapped
from verger.projections.picture.entry import Box, Pin, Tidy
from verger.projections.picture.written import WrittenSheets
from verger.projections.verge.network_paper import NetworkReader


def node(number: int, label: str = "Rain") -> object:
    return effect("node_added", node=f"n{number}", label=label, kind=None, creator="s1")


SCENE = effect("scene_framed", camera="The rain", place="The quay", present=[])


def written(*events: object) -> WrittenSheets:
    found = WrittenSheets(NetworkReader())
    for version, done in enumerate(events, 1):
        found.take(version, [done])
    return found


def ids(found: WrittenSheets, sheet: int, until: int) -> list[str]:
    entries = [entry for event in found.entries(sheet, until) for entry in event]
    return [entry.id for entry in entries if not isinstance(entry, Tidy)]


def test_later_events_are_left_out() -> None:
    found = written(node(1), node(2), node(3))
    assert (ids(found, 0, 2), ids(found, 0, 3)) == (["n1", "n2"], ["n1", "n2", "n3"])


def test_a_clean_network_is_another_sheet() -> None:
    found = written(node(1), NetworkScrapped(), node(2))
    assert [found.sheet_at(version) for version in (1, 2, 3)] == [0, 1, 1]
    assert (ids(found, 0, 3), ids(found, 1, 3)) == (["n1"], ["n2"])


def test_a_rewind_brings_back_the_sheet_of_then() -> None:
    found = written(node(1), NetworkScrapped(), node(2), Rewound(4, 1, None), node(2))
    assert [found.sheet_at(version) for version in (3, 4, 5)] == [1, 0, 0]
    assert ids(found, 0, 5) == ["n1", "n2"]


def test_undone_elements_keep_their_places() -> None:
    found = written(node(1), node(2), Rewound(3, 1, None), node(2, "A much longer label"))
    boxes = [entry for (entry,) in found.entries(0, 4) if isinstance(entry, Box)]
    assert [box.id for box in boxes] == ["n1", "n2", "n2"]
    assert boxes[1].width < boxes[2].width


def test_marks_take_no_extra_room() -> None:
    marks = [effect("mark_added", element="n1", marks="!") for _ in range(9)]
    found = written(node(1), *marks)
    widths = [entry.width for (entry,) in found.entries(0, 10) if isinstance(entry, Box)]
    assert len(widths) == 1


def test_the_elements_of_one_event_are_placed_together_and_a_scene_tidies() -> None:
    found = WrittenSheets(NetworkReader())
    found.take(1, [node(1), node(2)])
    found.take(2, [effect("run_started"), node(3)])
    first, second = found.entries(0, 2)
    assert [entry.id for entry in first if isinstance(entry, Box)] == ["n1", "n2"]
    assert second[-1] == Tidy()


def test_a_scene_tidies_once_there_is_a_tenth_more() -> None:
    found = written(*(node(number) for number in range(1, 5)), SCENE, SCENE, node(5), SCENE)
    assert [found.tidied(0, version) for version in (4, 5, 6, 7, 8)] == [0, 5, 5, 5, 8]
    many = [node(number) for number in range(1, 12)]
    assert written(*many, SCENE, node(12), SCENE).tidied(0, 14) == 12


def test_each_tidying_up_to_a_version_counts_so_later_ones_continue_earlier_ones() -> None:
    found = written(node(1), SCENE, node(2), SCENE)
    assert [Tidy() in event for event in found.entries(0, 4)] == [False, True, False, True]
    assert found.entries(0, 3) == found.entries(0, 4)[:3]
    assert found.entries(1, 4) == ()


def test_a_phase_of_load_tidies_at_its_end() -> None:
    turns = [effect("turn_started", phase=phase, seat="s1") for phase in (1, 1, 2, 2)]
    found = written(turns[0], node(1), turns[1], node(2), turns[2], node(3), turns[3])
    assert [found.tidied(0, version) for version in range(1, 8)] == [0, 0, 0, 0, 5, 5, 5]
    assert written(node(1), effect("cashed_out")).tidied(0, 2) == 2


def test_a_box_that_a_reader_moved_stays_there_unless_it_was_tidied_since() -> None:
    found, pin = written(node(1), node(2), SCENE, node(3)), Pin("n1", 40, 0)
    assert pin not in (entry for event in found.entries(0, 4, [(2, pin)]) for entry in event)
    for at, until in ((3, 2), (4, 3), (99, 3)):
        assert found.entries(0, 4, [(at, pin)])[until][-1] == pin


def test_a_new_sheet_is_tidied_by_its_contents() -> None:
    many = [node(number) for number in range(1, 9)]
    found = written(*many, SCENE, NetworkScrapped(), node(1), SCENE)
    assert (found.tidied(0, 12), found.tidied(1, 12)) == (9, 12)
