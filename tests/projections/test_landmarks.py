"""Landmarks have titles in words, and know whether a rewind has undone them."""

import pytest

from tests.support.log import evening
from tests.support.play import effect
from verger.domain.core.landmark import SHOWN
from verger.domain.core.timeline import Rewound, Timeline, evolve
from verger.domain.games.rulesets import RULESETS
from verger.projections.landmarks import LandmarkFinder, LandmarkView, landmarks

ENDLESS = 10_000


class Told:
    """The landmarks of a log, and its timeline."""

    def __init__(self, name: str) -> None:
        events = evening(name)
        self.passage = LandmarkFinder(RULESETS[events[0].move.ruleset])
        self.timeline = Timeline()
        self.length = len(events)
        for version, event in enumerate(events, 1):
            self.passage.take(version, event.effects, repeats=event.repeats is not None)
            for rewound in event.effects:
                if isinstance(rewound, Rewound):
                    self.timeline = evolve(self.timeline, rewound)

    def shown(self, *kinds: str, at: int | None = None) -> list[LandmarkView]:
        """The landmarks, of some kinds or of all."""
        view = landmarks(self.passage.landmarks, self.timeline, at or self.length, 0, ENDLESS)
        return [one for one in view.landmarks if not kinds or one.kind in kinds]

    def titles(self, *kinds: str) -> list[str]:
        """The titles of these landmarks."""
        return [one.title for one in self.shown(*kinds)]


def undone(told: Told, at: int) -> list[int]:
    """The versions of landmarks that are undone at a version."""
    return sorted({one.version for one in told.shown(at=at) if one.is_undone})


def test_verge_is_divided_by_steps_and_phases() -> None:
    assert Told("war").titles("step", "phase") == [
        "Compile",
        "Load",
        "Phase 1: ideas",
        "Phase 2: organizations",
        "Phase 3: people",
        "Phase 4: characters",
        "Phase 5: the most important thing",
        "Phase 6: the next important thing",
        "Phase 7: cashing out",
        "Run",
    ]


def test_a_scrapped_network_begins_load_and_its_phases_again() -> None:
    told = Told("fresh_start").titles("step", "phase")
    assert told.count("Load") == told.count("Phase 1: ideas") == 2


def test_a_conflict_of_verge_shows_its_winner_and_the_prize() -> None:
    told = Told("war").titles("conflict")
    assert told[:3] == [
        "Ugo calls a conflict: The letters stop",
        "Conflict: Ugo against Vera",
        "The conflict ends: The letters stop",
    ]


@pytest.mark.parametrize(("notice", "end"), [(None, "nobody wins"), ("s2", "it is called off")])
def test_a_conflict_that_nobody_wins_is_undecided_or_called_off(
    notice: str | None, end: str
) -> None:
    whose = {"spotlight": "s1", "asked": ["s2"], "notice": notice, "reason": ""}
    ends = (
        effect("conflict_called", conflict="f1", **whose),
        effect("conflict_decided", conflict="f1", goal=0, virtual=None),
        effect("conflict_closed", conflict="f1", outcome="undecided"),
    )
    finder = LandmarkFinder(RULESETS["verge"])
    finder.take(1, ends, repeats=False)
    assert finder.landmarks[-1].title == f"The conflict ends: {end}"


def test_a_title_of_a_conflict_joins_the_names_of_allies() -> None:
    assert any(" and " in one for one in Told("long_evening").titles("conflict"))


def test_edgerunner_has_exchanges_and_turns() -> None:
    told = Told("edgerunner_data_run").titles("conflict", "round", "turn")
    assert told[:5] == [
        "Conflict: Data.",
        "Gatto's turn",
        "Jade's turn",
        "Hargan's turn",
        "Exchange 2",
    ]
    assert told[-2:] == ["Gatto is taken out", "The conflict ends: side 1 concedes"]


def test_venus_has_chapters_and_the_results_of_checks_and_tasks() -> None:
    told = Told("venus_the_salt_road").titles("step", "test")
    assert told[:4] == [
        "Preparing",
        "Chapter 1",
        "Kito uses Wits",
        "A check: You walk in a circle.",
    ]
    assert {"The check fails", "The check succeeds", "The check is cancelled"} < set(told)


def test_afterverse_has_sessions_tests_and_declarations() -> None:
    told = Told("afterverse_herbarium").titles("step", "test")
    assert told[:3] == ["Preparing", "Session 1", "Test: Up the hothouse (Wren)"]
    assert "Declared, and rejected: It speaks." in told
    assert told.count("The session ends") == 2


def test_an_undone_landmark_is_current_again_when_it_is_redone() -> None:
    told = Told("second_thoughts")
    assert undone(told, 123) == [112]
    assert undone(told, 124) == [112, 122]


@pytest.mark.parametrize(
    ("version", "title"),
    [
        (108, "Undone: back to version 97"),
        (116, "Redone: forward to version 109"),
        (124, "Redone: forward to version 121"),
        (150, "Version 134 is left out"),
    ],
)
def test_a_rewind_says_whether_it_undoes_or_redoes(version: int, title: str) -> None:
    found = Told("second_thoughts").shown("rewind")
    assert [one.title for one in found if one.version == version] == [title]


def test_a_landmark_of_the_table_is_never_undone() -> None:
    for one in Told("second_thoughts").shown("house_rule", "seat", "dispute", "pause"):
        assert not one.is_undone


def test_a_dispute_says_how_it_was_settled() -> None:
    told = Told("disputed_rulings").titles("dispute")
    assert told[:4] == [
        "Dispute 1: Finn on load.ideas",
        "Dispute 1: overturned",
        "Dispute 1: Mara appeals",
        "Dispute 1: upheld",
    ]


def test_the_first_seats_are_part_of_the_start_of_a_session() -> None:
    assert [one.kind for one in Told("war").shown() if one.version == 1] == ["start", "step"]


def test_a_title_quotes_so_much_of_a_long_text_on_one_line() -> None:
    passage = LandmarkFinder(RULESETS["verge"])
    place = "so\nlong " * 99
    framed = effect("scene_framed", camera="Rain.", place=place, present=())
    passage.take(1, [framed], repeats=False)
    (title,) = [one.title for one in passage.landmarks]
    assert title.startswith("Scene: so long so long")
    assert title.endswith("…")
    assert len(title) <= len("Scene: ") + SHOWN
