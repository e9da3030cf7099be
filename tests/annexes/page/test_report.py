"""The HTML report on a verified archive can be read in light and dark, and on the narrowest phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.annexes.page import axe
from tests.service.archive.test_report import report
from verger.service.archive.report_page import report_page


@pytest.mark.parametrize("text", ["Low Tide", "W" * 200])
def test_the_report_fits_and_is_legible(browser: Browser, tmp_path: Path, text: str) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_page(report(text)), encoding="utf-8")
    page = browser.new_page(viewport={"width": 320, "height": 700})
    try:
        page.goto(file.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        axe.no_violations(page)
    finally:
        page.close()
