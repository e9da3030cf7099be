"""Windows that share a browser context, one after the other: no window leaves data for the next."""

import pytest

from tests.annexes.page.window import Windows

_KEEP = """() => {
    document.cookie = "kept=1";
    sessionStorage.setItem("kept", 1);
    localStorage.setItem("kept", 1);
}"""
_KEPT = "() => [document.cookie, sessionStorage.length, localStorage.length, 'kept' in window]"


def test_a_window_knows_nothing_of_the_one_before(windows: Windows) -> None:
    with windows.open() as window:
        window.page.add_init_script("window.kept = 1")
        window.page.goto("/watch")
        window.page.evaluate(_KEEP)
        assert window.page.evaluate(_KEPT) == ["kept=1", 1, 1, True]
        place = window.page.context
    with windows.open() as window:
        assert window.page.context is place
        assert [page.url for page in place.pages] == ["about:blank"] * 2
        window.page.goto("/watch")
        assert window.page.evaluate(_KEPT) == ["", 0, 0, False]


def test_two_windows_at_once_know_nothing_of_each_other(windows: Windows) -> None:
    with windows.open() as one, windows.open() as other:
        one.page.goto("/watch")
        one.page.evaluate(_KEEP)
        other.page.goto("/watch")
        assert other.page.evaluate(_KEPT) == ["", 0, 0, False]


def test_a_window_of_another_size_takes_the_same_context(windows: Windows) -> None:
    with windows.open(viewport={"width": 390, "height": 844}) as window:
        assert window.page.evaluate("innerWidth") == 390
        place = window.page.context
    with windows.open() as window:
        assert window.page.context is place
        assert window.page.evaluate("innerWidth") != 390


_DAY = "() => new Date(0).toLocaleDateString([], { dateStyle: 'long' })"


def test_every_window_speaks_the_same_english(windows: Windows) -> None:
    for _ in range(3):
        with windows.open() as window:
            window.page.goto("/watch")
            assert window.page.evaluate(_DAY) == "1 January 1970"
            window.another().close()
            assert window.page.evaluate(_DAY) == "1 January 1970"


def goes_wrong(windows: Windows, script: str) -> None:
    with windows.open() as window:
        window.page.goto("/watch")
        window.page.evaluate(f"{script}; new Promise((done) => setTimeout(done))")


@pytest.mark.parametrize(
    "script", ["console.error('wrong')", "setTimeout(() => { throw Error('wrong'); })"]
)
def test_a_fault_in_a_window_fails_it_and_no_other(windows: Windows, script: str) -> None:
    with pytest.raises(AssertionError, match="wrong"):
        goes_wrong(windows, script)
    goes_wrong(windows, "0")
