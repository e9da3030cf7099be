"""An archive on disk."""

from pathlib import Path

import pytest

from tests.service.cli.test_command_line import written
from tests.support.log import archived, evening, rows


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Give the archive of an evening with rewound play, dice and conflicts."""
    return written(tmp_path, archived(rows(evening("war"))))
