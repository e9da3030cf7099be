"""A release is built only from committed files, gives the same bytes each time, and lists all packages in it."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.release import release as builder
from verger.service.root import ROOT

CHANGELOG = "# Changelog\n\nWords.\n\n## {}\n\n- A line.\n\n## 0.9.0\n"
SECOND = "1767225600"


@pytest.fixture(scope="module")
def release() -> ModuleType:
    return builder()


def test_two_builds_are_the_same(release: ModuleType, tmp_path: Path) -> None:
    built = [packages(release, tmp_path / f"{mask:o}", mask) for mask in release.UMASKS]
    assert built[0] == built[1]
    assert sorted(re.sub(r"\d+\.\d+\.\d+.*?(?=-py3|\.t)", "1", name) for name in built[0]) == [
        "verger-1-py3-none-any.whl",
        "verger-1.tar.gz",
        "verger-client-1.tgz",
        "verger_client-1-py3-none-any.whl",
        "verger_client-1.tar.gz",
    ]


def packages(release: ModuleType, folder: Path, mask: int) -> dict[str, bytes]:
    """Return all packages but `verger.pyz`, built from this checkout with a umask."""
    source, out = folder / "source", folder / "out"
    before = os.umask(mask)
    try:
        for name in sourced():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
        release.hatched(source, out, SECOND)
        release.with_clients(source, out, SECOND)
    finally:
        os.umask(before)
    return {file.name: file.read_bytes() for file in out.iterdir()}


def sourced() -> list[str]:
    """Return the files of this checkout that Git tracks, or would add."""
    command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def test_a_release_is_of_the_version_that_the_changelog_begins_with(release: ModuleType) -> None:
    assert release.unready("1.0.0", CHANGELOG.format("1.0.0 (2026-12-01)"), "") == ""
    for newest in ("Unreleased", "1.0.1"):
        assert f"begins with {newest}" in release.unready("1.0.0", CHANGELOG.format(newest), "")
    assert "begins with nothing" in release.unready("1.0.0", "# Changelog\n", "")


def test_uncommitted_files_are_not_released(release: ModuleType) -> None:
    assert "README.md" in release.unready("1.0.0", CHANGELOG.format("1.0.0"), " M README.md")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout with one commit and no tag."""
    git(tmp_path, "init", "--quiet")
    committed(tmp_path)
    return tmp_path


def git(checkout: Path, *words: str) -> str:
    somebody = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    command = ["git", "-C", str(checkout), *somebody, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def committed(checkout: Path) -> None:
    git(checkout, "commit", "--quiet", "--allow-empty", "--message", "Play on")


def test_a_release_tags_its_commit(release: ModuleType, checkout: Path) -> None:
    changelog = CHANGELOG.format("1.0.0 (2026-12-01)")
    git(checkout, "tag", "v0.9.0")
    committed(checkout)
    for _ in range(2):
        assert release.untagged(changelog, checkout) == ""
        release.tag("1.0.0", checkout)
    assert git(checkout, "tag", "--points-at", "HEAD") == "v1.0.0"


def test_nothing_is_released_under_the_tag_of_another_commit(
    release: ModuleType, checkout: Path
) -> None:
    git(checkout, "tag", "v0.9.0")
    release.tag("1.0.0", checkout)
    committed(checkout)
    told = release.untagged(CHANGELOG.format("1.0.0"), checkout)
    assert told == "v1.0.0 is the tag of another commit"


def test_every_older_release_must_have_a_tag(release: ModuleType, checkout: Path) -> None:
    told = release.untagged(CHANGELOG.format("1.0.0"), checkout)
    assert told == "CHANGELOG.md names releases without a tag here: v0.9.0"


def package(site: Path, name: str, *fields: str) -> None:
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", *fields, ""]
    (info / "METADATA").write_text("\n".join(lines))
    (info / "LICENSE").write_text(f"Words of {name}'s licence.\n")
    (info / "RECORD").write_text(f"{info.name}/LICENSE,,\n{info.name}/METADATA,,\n")


def test_every_package_is_listed_with_its_licence_and_the_licences_text(
    release: ModuleType, tmp_path: Path
) -> None:
    package(tmp_path, "old", "Classifier: License :: OSI Approved :: MIT License")
    package(tmp_path, "new", "License-Expression: Apache-2.0")
    package(tmp_path, "plain", "License: BSD\n  and more")
    assert list(release.licensed(tmp_path)) == [
        "new 1.0: Apache-2.0\n",
        "Words of new's licence.\n",
        "old 1.0: MIT License\n",
        "Words of old's licence.\n",
        "plain 1.0: BSD\n",
        "Words of plain's licence.\n",
    ]


def test_a_package_without_a_licence_ends_the_release(release: ModuleType, tmp_path: Path) -> None:
    package(tmp_path, "nobodys")
    with pytest.raises(SystemExit, match="nobodys names no licence"):
        list(release.licensed(tmp_path))
