"""compose.yaml is valid, and agrees with the files and the settings that it names.

compose-spec.json is the schema of the Compose Specification, under the Apache License 2.0, which
stands in compose-spec.LICENSE.
"""

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from service import settings
from service.edge.asgi import BODY_LIMIT
from service.settings import Settings
from tests.deploy.image import DEPLOY
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY

COMPOSE: dict[str, Any] = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())
SERVICES: dict[str, Any] = COMPOSE["services"]
SERVERS = ["server-1", "server-2"]
EXAMPLE = dict(
    line.split("=", 1)
    for line in (DEPLOY / ".env.example").read_text().splitlines()
    if line and not line.startswith("#")
)


def test_the_file_fits_the_compose_specification() -> None:
    schema = msgspec.json.decode(Path(__file__).with_name("compose-spec.json").read_bytes())
    errors = jsonschema_rs.validator_for(schema).iter_errors(COMPOSE)
    assert [error.message for error in errors] == []


@pytest.mark.parametrize("name", [*SERVERS, "migrate"])
def test_every_variable_of_a_process_is_a_setting(name: str) -> None:
    given = SERVICES[name]["environment"]
    assert set(given) <= set(settings.VARIABLES.values())
    filled = {variable: re.sub(r"\$\{\w+:-(\w+)}", r"\1", text) for variable, text in given.items()}
    if name in SERVERS:
        filled["VERGER_SECRET_KEYS"] = SECRET_KEY
    settings.read(filled)


def test_no_more_variables_are_asked_for_than_the_example_explains() -> None:
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    explained = set(re.findall(r"(?m)^(?:# )?(\w+)=", (DEPLOY / ".env.example").read_text()))
    assert asked == explained


def test_the_example_holds_no_password() -> None:
    assert {name for name, value in EXAMPLE.items() if not value} == {
        "POSTGRES_PASSWORD", "OWNER_PASSWORD", "SERVICE_PASSWORD", "SECRET_KEYS",
    }  # fmt: skip


def test_every_file_that_is_mounted_or_built_from_exists() -> None:
    sources = [
        volume.split(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", [])
    ]
    assert {source for source in sources if not source.startswith(".")} == set(COMPOSE["volumes"])
    assert all((DEPLOY / source).is_file() for source in sources if source.startswith("."))
    for name in [*SERVERS, "migrate"]:
        build = SERVICES[name]["build"]
        assert (DEPLOY / build["context"]).resolve() == ROOT
        assert (ROOT / build["dockerfile"]).is_file()


def test_only_migrate_has_the_owners_password_and_only_postgres_the_superusers() -> None:
    def holders(variable: str) -> set[str]:
        return {name for name, service in SERVICES.items() if f"${{{variable}" in str(service)}

    assert holders("OWNER_PASSWORD") == {"migrate", "postgres"}
    assert holders("POSTGRES_PASSWORD") == {"postgres"}
    assert holders("SERVICE_PASSWORD") == {*SERVERS, "postgres"}


def test_the_proxy_reaches_the_processes_and_nothing_behind_them() -> None:
    internal = {name for name, network in COMPOSE["networks"].items() if network}
    assert internal == {"front", "back"}
    assert set(SERVICES["proxy"]["networks"]) == {"front", "edge"}
    assert SERVICES["postgres"]["networks"] == SERVICES["valkey"]["networks"] == ["back"]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_knows_every_process() -> None:
    upstreams = SERVICES["proxy"]["environment"]["UPSTREAMS"].split()
    assert upstreams == [f"{name}:8000" for name in SERVERS]
    assert set(SERVERS) <= set(SERVICES["proxy"]["depends_on"])


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_is_pinned_limited_watched_and_started_again(name: str) -> None:
    service = SERVICES[name]
    image = service["image"].replace("${IMAGE:-verger:local}", "verger:local")
    assert re.fullmatch(r"[a-z/]+:[\w.]+", image)
    assert not image.endswith("latest")
    assert {"mem_limit", "cpus", "pids_limit"} <= set(service)
    once = name == "migrate"
    assert service["restart"] == ("no" if once else "unless-stopped")
    assert once or "healthcheck" in service or "build" in service  # the image has its own check


def test_a_process_gets_longer_to_stop_than_it_takes() -> None:
    for name in SERVERS:
        takes = int(SERVICES[name]["environment"]["VERGER_STOP_SECONDS"])
        assert int(SERVICES[name]["stop_grace_period"].removesuffix("s")) >= takes + 10


def test_the_database_has_a_connection_for_each_that_a_process_may_open() -> None:
    opened = [int(SERVICES[name]["environment"]["VERGER_DATABASE_CONNECTIONS"]) for name in SERVERS]
    assert sum(opened) <= 100 - 20  # PostgreSQL's own default, less what people and backups take


def test_the_proxy_lets_through_what_the_server_takes() -> None:
    archive, other = re.findall(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text())
    assert int(archive) * 1_000_000 > Settings().import_bytes
    assert int(other) * 1_000_000 > BODY_LIMIT
