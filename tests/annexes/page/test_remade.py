"""With only the options, the viewer's forms can make every move of whole evenings."""

from pathlib import Path

from tests.annexes.page.remade import cases_of, made_by_forms, plain, with_modules
from tests.annexes.page.window import Window
from tests.golden.test_evenings import ruleset_of

EVENINGS = {
    "afterverse_herbarium": 40,
    "edgerunner_takeover": 40,
    "losses": 150,
    "open_dice": 100,
    "overrides": 150,
    "venus_the_salt_road": 41,
}
"""An evening of each game, and evenings of Verge with every kind of field. Each has the minimum number of moves to test."""


def test_a_form_filled_with_a_recorded_move_sends_that_move(window: Window, tmp_path: Path) -> None:
    with_modules(window.page, tmp_path)
    window.page.goto("/watch")
    for name, least in EVENINGS.items():
        cases = list(cases_of(name))
        made = made_by_forms(window.page, ruleset_of(name), cases)
        for (_, move), (sent, wrong) in zip(cases, made, strict=True):
            assert (plain(sent), wrong) == (plain(move), []), name
        assert len(cases) >= least, name
