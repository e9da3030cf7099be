"""Both compose files are valid, and the files and settings that they name exist.

compose-spec.json is the schema of the Compose Specification. Its license (Apache License 2.0) is in
compose-spec.LICENSE.
"""

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from tests.deploy.composed import GROUP, ONE, Composed
from tests.deploy.image import DEPLOY
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY
from tests.torture import group
from verger.service import settings
from verger.service.database.hosts import each

FILES = {"compose.yaml": ONE, "ha/compose.yaml": GROUP}
EXAMPLE = dict(
    line.split("=", 1)
    for line in (DEPLOY / ".env.example").read_text().splitlines()
    if line and not line.startswith("#")
)
PATRONI: dict[str, Any] = msgspec.yaml.decode((DEPLOY / "ha" / "patroni.yml").read_bytes())


@pytest.fixture(params=sorted(FILES))
def file(request: pytest.FixtureRequest) -> Composed:
    return FILES[request.param]


def test_the_file_fits_the_compose_specification(file: Composed) -> None:
    schema = msgspec.json.decode(Path(__file__).with_name("compose-spec.json").read_bytes())
    for one in (file.written, file.written | {"services": file.services}):
        errors = jsonschema_rs.validator_for(schema).iter_errors(one)
        assert [error.message for error in errors] == []


def test_every_variable_of_a_process_is_a_setting(file: Composed) -> None:
    for name in (*file.servers, "migrate"):
        given = file.services[name]["environment"]
        assert set(given) <= set(settings.VARIABLES.values())
        filled = {key: re.sub(r"\$\{\w+:-(\w*)}", r"\1", text) for key, text in given.items()}
        settings.read(filled | {"VERGER_SECRET_KEYS": SECRET_KEY})


def test_the_example_explains_exactly_the_variables_of_the_files() -> None:
    texts = "".join(file.path.read_text() for file in FILES.values())
    asked = set(re.findall(r"\$\{(\w+)", texts))
    explained = set(re.findall(r"(?m)^(?:# )?(\w+)=", (DEPLOY / ".env.example").read_text()))
    assert asked == explained


def test_the_example_holds_no_password() -> None:
    assert {name for name, value in EXAMPLE.items() if not value} == {
        "POSTGRES_PASSWORD", "OWNER_PASSWORD", "SERVICE_PASSWORD", "GROUP_PASSWORD", "SECRET_KEYS",
        "URL", "BASE_PATH",
    }  # fmt: skip


def test_every_file_that_is_mounted_or_built_from_exists(file: Composed) -> None:
    sources = [
        volume.split(":")[0]
        for service in file.services.values()
        for volume in service.get("volumes", [])
    ]
    named = {source for source in sources if not source.startswith("/")}
    assert named == set(file.written["volumes"])
    assert all(Path(source).is_file() for source in sources if source.startswith("/"))
    for service in file.services.values():
        if build := service.get("build"):
            assert build["context"] == str(ROOT)
            assert (ROOT / build["dockerfile"]).is_file()


def test_only_migrate_has_the_owners_password_and_only_postgres_the_superusers(
    file: Composed,
) -> None:
    def holders(variable: str) -> set[str]:
        found = file.services.items()
        return {name for name, service in found if f"${{{variable}" in str(service)}

    assert holders("OWNER_PASSWORD") == {"migrate", *file.databases}
    assert holders("POSTGRES_PASSWORD") == set(file.databases)
    assert holders("SERVICE_PASSWORD") == {*file.servers, *file.databases}
    assert holders("GROUP_PASSWORD") == (set(file.databases) if file is GROUP else set())


def test_the_proxy_reaches_the_processes_and_nothing_behind_them(file: Composed) -> None:
    services, networks = file.services, file.written["networks"]
    assert {name for name, network in networks.items() if network} >= {"front", "back"}
    assert set(services["proxy"]["networks"]) == {"front", "edge"}
    assert services["valkey"]["networks"] == ["back"]
    for name in file.databases:
        assert services[name]["networks"][0] == "back"
        assert not {"front", "edge"} & set(services[name]["networks"])
    etcds = [name for name in services if name.startswith("etcd")]
    assert all(services[name]["networks"] == ["group"] for name in etcds)
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_the_processes_reach_receivers_of_webhooks_and_nobody_else_does(file: Composed) -> None:
    networks = file.written["networks"]
    assert {name for name, network in networks.items() if not network} == {"edge", "out"}
    members = {
        name for name, service in file.services.items() if "out" in service.get("networks", [])
    }
    assert members == {*file.servers}


def test_the_proxy_knows_every_process(file: Composed) -> None:
    proxy = file.services["proxy"]
    assert proxy["environment"]["UPSTREAMS"].split() == [f"{name}:8000" for name in file.servers]
    assert set(file.servers) <= set(proxy["depends_on"])


def test_every_service_that_others_wait_for_is_there(file: Composed) -> None:
    waited = {one for service in file.services.values() for one in service.get("depends_on", {})}
    assert waited <= set(file.services)


def test_every_service_is_pinned_limited_watched_and_started_again(file: Composed) -> None:
    for name, service in file.services.items():
        image = service["image"].replace("${IMAGE:-verger:local}", "verger:local")
        assert re.fullmatch(r"[a-z./-]+:[\w.]+", image)
        assert not image.endswith("latest")
        assert {"mem_limit", "cpus", "pids_limit", "logging", "init"} <= set(service)
        assert service["security_opt"] == ["no-new-privileges:true"]
        once = name == "migrate"
        assert service["restart"] == ("no" if once else "unless-stopped")
        assert (
            once or "healthcheck" in service or "build" in service
        )  # a built image has its own check


def test_a_process_gets_longer_to_stop_than_it_takes(file: Composed) -> None:
    for name in file.servers:
        takes = int(file.services[name]["environment"]["VERGER_STOP_SECONDS"])
        assert int(file.services[name]["stop_grace_period"].removesuffix("s")) >= takes + 10


def test_the_database_has_a_connection_for_each_that_a_process_may_open(file: Composed) -> None:
    given = [file.services[name]["environment"] for name in file.servers]
    opened = [int(one["VERGER_DATABASE_CONNECTIONS"]) for one in given]
    most = PATRONI["bootstrap"]["dcs"]["postgresql"]["parameters"]["max_connections"]
    assert most == 100, "PostgreSQL's own default"
    assert sum(opened) <= most - 20  # 20 are left for people and backups


def test_a_process_knows_every_server_of_the_group() -> None:
    assert GROUP.databases == list(group.NAMES)
    for name in (*GROUP.servers, "migrate"):
        url = re.sub(r"\$\{.*?}", "x", GROUP.services[name]["environment"]["DATABASE_URL"])
        assert [one.partition("@")[2] for one in each(url)] == [
            f"{server}:5432/verger" for server in GROUP.databases
        ]


def test_the_group_has_the_same_variables_as_in_make_failover(tmp_path: Path) -> None:
    machine = group.Machine(0, tmp_path, group.Ports())
    for kind, name in (("PATRONI_", "postgres"), ("ETCD_", "etcd")):
        given = GROUP.services[name]["environment"]
        tried = machine.of_patroni() if kind == "PATRONI_" else machine.of_etcd()
        assert {key for key in given if key != "PATRONICTL_CONFIG_FILE"} == set(tried)
        assert all(key.startswith(kind) for key in {*tried} - {"ROLES_SQL", *group.PASSWORDS})


def test_each_server_and_each_etcd_calls_itself_by_its_own_name() -> None:
    for name in GROUP.services:
        if name.startswith(("postgres", "etcd")):
            given = GROUP.services[name]["environment"]
            own = [given[key] for key in given if key.endswith(("_NAME", "CONNECT_ADDRESS"))]
            own += [text for key, text in given.items() if "ADVERTISE" in key]
            assert [re.sub(r"http://|:\d+", "", text) for text in own] == [name] * 3
            assert any(
                volume.startswith(f"{name}-data:") for volume in GROUP.services[name]["volumes"]
            )


def test_a_commit_is_on_two_machines_and_a_server_that_lacks_it_never_leads() -> None:
    shared = PATRONI["bootstrap"]["dcs"]
    assert (shared["synchronous_mode"], shared["synchronous_mode_strict"]) == ("quorum", True)
    assert shared["failsafe_mode"]
    # A rule of Patroni. If it is broken, an old primary could lead after another server was promoted.
    assert shared["loop_wait"] + 2 * shared["retry_timeout"] <= shared["ttl"]
    assert "${" not in str(PATRONI)
    assert "synchronous_commit" not in str(PATRONI)


def test_the_groups_image_has_the_packages_that_make_failover_runs() -> None:
    text = (DEPLOY / "ha" / "Dockerfile").read_text()
    copied = re.findall(r"requirements/\w+\.lock", text.partition("COPY")[2].partition("\n")[0])
    let_through = (DEPLOY / "ha" / "Dockerfile.dockerignore").read_text()
    assert set(re.findall(r"(?m)^!(.*)$", let_through)) == set(copied)
    assert "requirements/patroni.lock" in copied
    assert all((ROOT / path).is_file() for path in copied)
    assert text.count("--require-hashes") == 2
