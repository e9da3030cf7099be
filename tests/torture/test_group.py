"""A group knows whether it is whole, and names a missing program."""

from pathlib import Path

import pytest

from tests.support import caddy
from tests.torture import group

ROLES = ("leader", "quorum_standby", "sync_standby")


def members(*roles: str, state: str = "streaming") -> list[dict[str, str]]:
    return [
        {"name": name, "role": role, "state": "running" if role == "leader" else state}
        for name, role in zip(group.NAMES, roles, strict=False)
    ]


def test_a_group_is_whole_once_one_leads_and_counts_on_both_others() -> None:
    assert group.are_whole(members(*ROLES))


@pytest.mark.parametrize(
    "found",
    [
        [],
        members("leader", "quorum_standby"),
        members("leader", "quorum_standby", "replica"),
        members("leader", "leader", "quorum_standby"),
        members("replica", "quorum_standby", "quorum_standby"),
        members(*ROLES, state="starting"),
    ],
)
def test_a_group_without_a_leader_and_two_standbys_is_not_whole(
    found: list[dict[str, str]],
) -> None:
    assert not group.are_whole(found)


def test_without_waiting_commits_the_group_is_whole_once_both_others_follow() -> None:
    found = members("leader", "replica", "replica")
    assert group.are_whole(found, {"replica"})
    assert not group.are_whole(members(*ROLES), {"replica"})
    assert not group.are_whole(
        members("leader", "replica", "replica", state="starting"), {"replica"}
    )


def test_a_missing_program_is_reported_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group, "ETCD", "no-etcd-here")
    with pytest.raises(group.MissingError, match="apt-get install etcd-server"):
        group.need_programs()
    monkeypatch.setattr(group, "ETCD", "sh")
    monkeypatch.setattr(group, "PATRONI", Path("no-patroni-here"))
    with pytest.raises(group.MissingError, match=r"make \.venv/\.patroni"):
        group.need_programs()
    monkeypatch.setattr(group, "PATRONI", Path("/bin/sh"))
    monkeypatch.setattr(caddy, "CADDY", None)
    with pytest.raises(group.MissingError, match="make setup"):
        group.need_programs()
