"""The Kubernetes objects of deploy/ are valid, fit the settings and the proxy, and have few privileges."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import kubernetes_validate  # type: ignore[import-untyped]
import pytest

from tests.deploy import image
from tests.deploy.kubernetes import (
    KUBECTL,
    OF_FOLDERS,
    Object,
    config,
    containers,
    environment,
    kustomized,
    of_kind,
    own_version,
    pod,
)
from tests.support import caddy
from tests.support.client import started
from tests.support.postgres import fresh_database
from tests.support.root import ROOT
from tests.support.server import SECRET_KEY
from tests.support.settings import DURABILITY
from verger.service import settings

pytestmark = pytest.mark.skipif(KUBECTL is None, reason="no kubectl here")
SECRETS = {
    "DATABASE_URL": "postgresql://verger@postgres/verger",
    "OWNER_DATABASE_URL": "postgresql://verger_owner@postgres/verger",
    "VERGER_SECRET_KEYS": SECRET_KEY,
}
PAGE = (ROOT / "docs" / "kubernetes.md").read_text()


@pytest.fixture(scope="module")
def objects() -> list[Object]:
    return kustomized(image.DEPLOY)


@pytest.fixture(scope="module")
def processes(objects: list[Object]) -> Object:
    return of_kind(objects, "StatefulSet")["verger"]


@pytest.fixture(scope="module")
def proxy(objects: list[Object]) -> Object:
    return of_kind(objects, "Deployment")["verger-proxy"]


def fits(objects: list[Object], version: str) -> None:
    for one in objects:
        kubernetes_validate.validate(one, version, strict=True)


@pytest.mark.parametrize("version", ["1.30", kubernetes_validate.latest_version()])
def test_every_object_is_valid_for_kubernetes(objects: list[Object], version: str) -> None:
    fits(objects, version)


@pytest.mark.skipif(
    KUBECTL is not None and own_version() < OF_FOLDERS, reason="no kubectl 1.21 or newer here"
)
def test_the_pages_example_of_an_own_kustomization_is_built_and_valid(tmp_path: Path) -> None:
    own, ingress = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "kustomization.yaml").write_text(own)
    (tmp_path / "ingress.yaml").write_text(ingress)
    shutil.copytree(image.DEPLOY, tmp_path / "verger" / "deploy")
    objects = kustomized(tmp_path)
    fits(objects, "1.30")
    assert {one["metadata"]["namespace"] for one in objects} == {"verger"}
    knows_every_process(objects)
    images = {one["image"] for one in containers(of_kind(objects, "StatefulSet")["verger"])}
    assert images == {"registry.example/verger:1"}
    assert settings.VARIABLES["url"] in config(objects, "verger")
    assert "VERGER_STOP_SECONDS" in config(objects, "verger")


def knows_every_process(objects: list[Object]) -> None:
    """Check that the proxy's list of processes has the stable name of each pod, and no other name."""
    processes = of_kind(objects, "StatefulSet")["verger"]["spec"]
    names = of_kind(objects, "Service")[processes["serviceName"]]["spec"]
    (port,) = names["ports"]
    assert config(objects, "verger-proxy")["UPSTREAMS"].split() == [
        f"verger-{number}.{processes['serviceName']}:{port['port']}"
        for number in range(processes["replicas"])
    ]
    assert (names["clusterIP"], names["publishNotReadyAddresses"]) == ("None", True)


def test_the_proxy_knows_every_process(objects: list[Object], processes: Object) -> None:
    knows_every_process(objects)
    (_, serve) = containers(processes)
    port = re.search(r"PORT=(\d+)", image.last("ENV"))
    assert port
    assert serve["ports"] == [{"name": "http", "containerPort": int(port[1])}]
    (names,) = of_kind(objects, "Service")["verger-processes"]["spec"]["ports"]
    assert names["port"] == int(port[1])


def test_every_variable_of_a_process_is_a_setting(objects: list[Object], processes: Object) -> None:
    migrate, serve = containers(processes)
    for secrets in (SECRETS, SECRETS | {"REDIS_URL": "redis://valkey:6379/0"}):
        given = environment(objects, serve, secrets)
        assert set(given) <= set(settings.VARIABLES.values())
        settings.read(given)
    assert environment(objects, migrate, SECRETS) == {"DATABASE_URL": SECRETS["OWNER_DATABASE_URL"]}
    assert "OWNER_DATABASE_URL" not in str(serve)
    assert not of_kind(objects, "Secret"), "values are nobody's but the operator's"


def test_no_service_becomes_a_setting(processes: Object, proxy: Object) -> None:
    # For a Service `verger`, Kubernetes would set VERGER_SERVICE_HOST, VERGER_PORT and more. A server refuses to start with them.
    with pytest.raises(settings.SettingsError):
        settings.read({"VERGER_SERVICE_HOST": "10.0.0.1"})
    for workload in (processes, proxy):
        assert pod(workload)["enableServiceLinks"] is False


def test_a_pod_runs_with_few_privileges(processes: Object, proxy: Object) -> None:
    for workload in (processes, proxy):
        assert pod(workload)["securityContext"]["runAsNonRoot"]
        assert pod(workload)["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert not pod(workload)["automountServiceAccountToken"]
        for container in containers(workload):
            own = container["securityContext"]
            assert (own["readOnlyRootFilesystem"], own["allowPrivilegeEscalation"]) == (True, False)
            assert own["capabilities"]["drop"] == ["ALL"]
            assert container["resources"]["limits"]["memory"]
            assert {"cpu", "memory"} <= set(container["resources"]["requests"])
    user = image.last("USER")
    own = pod(processes)["securityContext"]
    assert f"{own['runAsUser']}:{own['runAsGroup']}" == user


def test_a_process_gets_longer_to_stop_than_it_takes(
    objects: list[Object], processes: Object
) -> None:
    takes = int(config(objects, "verger")["VERGER_STOP_SECONDS"])
    assert pod(processes)["terminationGracePeriodSeconds"] >= takes + 10


def test_every_selector_finds_its_pods_and_no_others(objects: list[Object]) -> None:
    labels = {
        kind: of_kind(objects, kind)[name]["spec"]["template"]["metadata"]["labels"]
        for kind, name in (("StatefulSet", "verger"), ("Deployment", "verger-proxy"))
    }
    selecting = {
        ("Service", "verger-processes"): "StatefulSet",
        ("PodDisruptionBudget", "verger"): "StatefulSet",
        ("NetworkPolicy", "verger"): "StatefulSet",
        ("Service", "verger"): "Deployment",
        ("PodDisruptionBudget", "verger-proxy"): "Deployment",
        ("NetworkPolicy", "verger-proxy"): "Deployment",
    }
    for (kind, name), found in selecting.items():
        spec = of_kind(objects, kind)[name]["spec"]
        selector = spec.get("selector") or spec["podSelector"]
        assert selector.get("matchLabels", selector) == labels[found]
    assert labels["StatefulSet"] != labels["Deployment"]


def test_work_on_a_node_takes_one_pod_and_does_not_wait_for_one_that_is_not_ready(
    objects: list[Object], processes: Object, proxy: Object
) -> None:
    for budget in of_kind(objects, "PodDisruptionBudget").values():
        assert budget["spec"]["maxUnavailable"] == 1
        assert budget["spec"]["unhealthyPodEvictionPolicy"] == "AlwaysAllow"
    for workload in (processes, proxy):
        (*_, serving) = containers(workload)
        assert {"readinessProbe", "livenessProbe"} <= serving.keys()


def test_the_proxy_reaches_the_processes_and_nothing_behind_them(objects: list[Object]) -> None:
    policies = of_kind(objects, "NetworkPolicy")
    proxies = policies["verger-proxy"]["spec"]
    names, there = proxies["egress"]
    assert {one["port"] for one in names["ports"]} == {53}
    (to,) = there["to"]
    assert to["podSelector"] == policies["verger"]["spec"]["podSelector"]
    (into,) = policies["verger"]["spec"]["ingress"]
    assert into["from"][0]["podSelector"] == proxies["podSelector"]
    assert into["ports"] == [{"port": "http"}]
    for policy in policies.values():
        assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"]


def test_the_image_runs_with_a_pods_variables_and_answers_its_probes(
    objects: list[Object], processes: Object, built: Path, postgres_url: str
) -> None:
    migrate, serve = containers(processes)
    with fresh_database(postgres_url, durable=False) as url:
        secrets = SECRETS | {"DATABASE_URL": url, "OWNER_DATABASE_URL": url}
        migrating = image.Container(built, environment(objects, migrate, secrets), *migrate["args"])
        status, said = migrating.ended()
        migrating.close()
        assert status == 0, said
        given = environment(objects, serve, secrets) | DURABILITY
        with image.serving(built, given) as running:
            for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
                assert running.http.get(serve[probe]["httpGet"]["path"]).status_code == 200
            started(running.http, "Ann")
            _, said = running.stop()
    assert '"process":"metadata.name"' in said


@pytest.mark.skipif(caddy.CADDY is None, reason="no caddy 2.11.7 or newer here")
def test_caddy_reads_the_settings_of_the_proxys_pods(
    objects: list[Object], proxy: Object, tmp_path: Path
) -> None:
    (container,) = containers(proxy)
    given = environment(objects, container, {})
    (tmp_path / "Caddyfile").write_text(config(objects, "verger-caddyfile")["Caddyfile"])
    words = [str(caddy.CADDY), "adapt", "--adapter", "caddyfile", "--config"]
    said = subprocess.run(
        [*words, tmp_path / "Caddyfile"], env=given, check=True, capture_output=True
    )
    (server,) = json.loads(said.stdout)["apps"]["http"]["servers"].values()
    (port,) = container["ports"]
    assert server["listen"] == [f":{port['containerPort']}"]
    for upstream in given["UPSTREAMS"].split():
        assert f'"dial":"{upstream}"' in said.stdout.decode()
    assert "10.0.0.0/8" in server["trusted_proxies"]["ranges"]
