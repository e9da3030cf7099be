"""Read the Kubernetes objects that `kubectl kustomize` builds from deploy/."""

import subprocess
from pathlib import Path
from typing import Any

import msgspec

from tests.support.program import found

KUBECTL = found("kubectl")
OF_FOLDERS = (1, 21)
"""The first version of kubectl that accepts a folder as a resource of a kustomization. Debian 12
has an older one."""


def own_version() -> tuple[int, int]:
    """Return the version of the installed kubectl."""
    words = [str(KUBECTL), "version", "--client", "--output=json"]
    said = subprocess.run(words, check=True, capture_output=True).stdout
    told = msgspec.json.decode(said)["clientVersion"]
    return int(told["major"]), int(told["minor"].rstrip("+"))


Object = dict[str, Any]


def kustomized(folder: Path) -> list[Object]:
    """Return every object of the kustomization in a folder."""
    words = [str(KUBECTL), "kustomize", str(folder)]
    said = subprocess.run(words, check=True, capture_output=True).stdout
    return [msgspec.yaml.decode(document) for document in said.split(b"\n---\n")]


def of_kind(objects: list[Object], kind: str) -> dict[str, Object]:
    """Return the objects of a kind, by name."""
    return {one["metadata"]["name"]: one for one in objects if one["kind"] == kind}


def config(objects: list[Object], name: str) -> dict[str, str]:
    """Return the data of a ConfigMap. Its name ends with a digest of the data."""
    (found,) = [one for key, one in of_kind(objects, "ConfigMap").items() if key[:-11] == name]
    data: dict[str, str] = found["data"]
    return data


def pod(workload: Object) -> Object:
    """Return the spec of the pods of a workload."""
    spec: Object = workload["spec"]["template"]["spec"]
    return spec


def containers(workload: Object) -> list[Object]:
    """Return every container of a workload's pods, in the order of their start."""
    return [*pod(workload).get("initContainers", []), *pod(workload)["containers"]]


def environment(
    objects: list[Object], container: Object, secrets: dict[str, str]
) -> dict[str, str]:
    """Return the environment variables of a container, with these secrets. A variable from a field has the field's path as value."""
    given: dict[str, str] = {}
    for source in container.get("envFrom", []):
        given |= config(objects, source["configMapRef"]["name"][:-11])
    for variable in container.get("env", []):
        given |= _value(variable, secrets)
    return given


def _value(variable: Object, secrets: dict[str, str]) -> dict[str, str]:
    source = variable["valueFrom"]
    if "fieldRef" in source:
        return {variable["name"]: source["fieldRef"]["fieldPath"]}
    secret = source["secretKeyRef"]
    assert secret["name"] == "verger"
    if secret.get("optional") and secret["key"] not in secrets:
        return {}
    return {variable["name"]: secrets[secret["key"]]}
