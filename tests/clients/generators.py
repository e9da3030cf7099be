"""The tests of `make clients` for other generators: each accepts the document, and most of their code is compiled.

The code in Go and Java needs packages of Debian (golang-gopkg-validator.v2-dev,
libjakarta-annotation-api-java), because their registries may be unreachable. In Kotlin, only the
types are compiled, with the compiler from npm.
"""

import json
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.clients.generator import HERE, ROOT, run
from tests.support.server import Server
from verger.service.openapi.document import FILE

PROGRAMS = ROOT / ".venv" / "clients" / "bin"
TYPESCRIPT = HERE / "typescript"
GO_OF_DEBIAN = "/usr/share/gocode"
JAKARTA = "/usr/share/java/jakarta-annotation-api.jar"
ONLY_CODE = (
    "apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
)

OPTIONS: dict[str, Sequence[str]] = {
    # By default, constants of several enumerations would have the same name. The client would try
    # every type of a union in turn.
    "go": [
        "enumClassPrefix=true",
        "useOneOfDiscriminatorLookup=true",
        "packageName=verger",
        "withGoMod=false",
    ],
    "java": ["openApiNullable=false", "useJakartaEe=true", "library=native"],
    "typescript-fetch": [],
    "kotlin": ["serializationLibrary=jackson"],
    "csharp": [],
    "php": [],
    "ruby": [],
    "rust": [],
}
"""The generators of openapi-generator, with the options that each needs."""

FACT_IN_JAVA = "--schema-mappings=Applied_facts_value=verger.Fact"
"""In Java, the generator mistakes a list in a union for the name of a class, so java/Fact.java replaces the union."""


TOLD = re.compile(
    r"OpenAPI 3\.1 support is still in beta|Failed to get the schema name: null|Renamed to"
    r"|Ignoring complex example on request body"
    r"|to a PHP literal; omitting defaultValue|oneOf example value not supported"
)
"""The permitted warnings. docs/bot.md says what each means."""


@pytest.fixture(scope="module")
def of_npm() -> Path:
    """Install the npm packages, and return their folder."""
    run(["npm", "ci", "--loglevel=error"], TYPESCRIPT)
    return TYPESCRIPT


def jackson() -> Path:
    """Return the jar file of the generator, because it contains Jackson."""
    (archive,) = (ROOT / ".venv" / "clients").rglob("openapi-generator.jar")
    return archive


def generated(generator: str, folder: Path) -> Path:
    """Generate a client with openapi-generator, and return its folder."""
    folder.mkdir(exist_ok=True)
    target = folder / "verger"
    mappings = [FACT_IN_JAVA] if generator == "java" else []
    options = [f"--additional-properties={one}" for one in OPTIONS[generator]]
    command: list[str | Path] = [PROGRAMS / "openapi-generator-cli", "generate", "-i", FILE]
    command += ["-g", generator, "-o", target, f"--global-property={ONLY_CODE}"]
    said = run([*command, *options, *mappings], folder, JAVA_TOOL_OPTIONS="-Xmx1500m")
    assert " ERROR " not in said
    assert [line for line in said.split("\n") if " WARN " in line and not TOLD.search(line)] == []
    return target


@pytest.mark.parametrize("generator", ["csharp", "php", "ruby", "rust"])
def test_openapi_generator_takes_the_document(tmp_path: Path, generator: str) -> None:
    assert any(generated(generator, tmp_path).rglob("*"))


def test_the_go_client_plays_an_evening(server: Server, tmp_path: Path) -> None:
    generated("go", tmp_path / "src")
    shutil.copytree(HERE / "go", tmp_path / "src" / "evening")
    settings = {"GO111MODULE": "off", "GOPATH": f"{tmp_path}:{GO_OF_DEBIAN}"}
    run(["go", "vet", "evening"], tmp_path, **settings)
    run(["go", "build", "-o", tmp_path / "play", "evening"], tmp_path, **settings)
    assert run([tmp_path / "play"], tmp_path, BASE=server.url).startswith("played to version ")


def test_the_java_client_compiles(tmp_path: Path) -> None:
    assert Path(JAKARTA).exists(), "it takes Debian's libjakarta-annotation-api-java"
    sources = sorted((generated("java", tmp_path) / "src" / "main").rglob("*.java"))
    command: list[str | Path] = ["javac", "-nowarn", "-proc:none", "-d", tmp_path / "classes"]
    command += ["-classpath", f"{jackson()}:{JAKARTA}", HERE / "java" / "Fact.java"]
    run([*command, *sources], tmp_path)


def test_the_types_of_the_kotlin_client_compile(of_npm: Path, tmp_path: Path) -> None:
    (types,) = generated("kotlin", tmp_path).rglob("models")
    compiler = of_npm / "node_modules" / "kotlin-compiler" / "bin" / "kotlinc"
    command: list[str | Path] = ["bash", compiler, "-nowarn", "-classpath", jackson()]
    run([*command, "-d", tmp_path / "types.jar", types], tmp_path, JAVA_OPTS="-Xmx2g")


def test_the_typescript_client_of_openapi_generator_compiles(of_npm: Path, tmp_path: Path) -> None:
    target = generated("typescript-fetch", tmp_path)
    command: list[str | Path] = [of_npm / "node_modules" / ".bin" / "tsc", "--strict", "--noEmit"]
    command += ["--target", "es2022", "--lib", "es2022,dom,dom.iterable"]
    command += ["--module", "esnext", "--moduleResolution", "bundler"]
    run([*command, *target.rglob("*.ts")], tmp_path)


def test_clients_of_hey_api_and_orval_compile(of_npm: Path) -> None:
    for script in ("hey-api", "orval", "others"):
        run(["npm", "run", "--silent", script], of_npm)


def test_models_of_datamodel_code_generator_read_a_session(tmp_path: Path) -> None:
    command: list[str | Path] = [PROGRAMS / "datamodel-codegen", "--input", FILE]
    command += ["--input-file-type", "openapi", "--formatters", "builtin"]
    command += ["--output-model-type", "pydantic_v2.BaseModel", "--output", "models.py"]
    assert run(command, tmp_path) == ""
    session = {"title": "The Quiet Harbour", "seats": [{"kind": "gm", "name": "Ann"}]}
    read = f"import models; models.NewSession.model_validate_json({json.dumps(session)!r})"
    run([PROGRAMS / "python", "-W", "error", "-c", read], tmp_path)


def test_spectral_has_no_error(of_npm: Path) -> None:
    said = run(["npm", "run", "--silent", "spectral"], of_npm)
    assert "1 problem (0 errors, 1 warning" in said
    assert "info-contact" in said
