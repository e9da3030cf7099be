"""Settings come from the environment, are checked before anything starts, and are documented."""

from datetime import date
from pathlib import Path

import msgspec
import pytest

from tests.support import forked
from verger.service.settings import VARIABLES, Settings, SettingsError, doubts, read

GUIDES = [Path("README.md"), *Path("docs").glob("*.md"), *Path("deploy").glob("*.md")]


def test_an_empty_environment_gives_the_defaults() -> None:
    assert read({}) == Settings()
    assert read(dict.fromkeys(VARIABLES.values(), "")) == Settings()


def test_every_variable_is_documented() -> None:
    written = "\n".join(guide.read_text() for guide in GUIDES if guide.exists())
    assert [variable for variable in VARIABLES.values() if f"`{variable}`" not in written] == []


def test_every_default_is_a_value_that_the_variable_takes() -> None:
    plain = msgspec.to_builtins(Settings())
    environment = {VARIABLES[name]: str(value) for name, value in plain.items()}
    assert read(environment) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("database_url", "postgresql://a@b/c", "postgresql://a@b/c"),
        ("hold_back", "2026-11-27", "2026-11-27"),
        ("hold_back", "2028-02-29", "2028-02-29"),
        ("host", "0.0.0.0", "0.0.0.0"),  # noqa: S104, an example
        ("port", "0", 0),
        ("port", "65535", 65_535),
        ("log_format", "json", "json"),
        ("hot_sessions", "1", 1),
        ("stop_seconds", "600", 600),
        ("demo", "off", "off"),
        ("starts", "apps", "apps"),
        ("redis_url", "unix:///run/redis.sock", "unix:///run/redis.sock"),
        ("origins", "https://a.example, http://b:8080", "https://a.example, http://b:8080"),
    ],
)
def test_a_variable_sets_its_setting(name: str, text: str, value: object) -> None:
    assert getattr(read({VARIABLES[name]: text}), name) == value


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("VERGER_HOLD_BACK", "2026-13-01"),
        ("VERGER_HOLD_BACK", "2027-02-29"),
        ("VERGER_HOLD_BACK", "20261127"),
        ("VERGER_HOLD_BACK", "yesterday"),
        ("PORT", "-1"),
        ("PORT", "65536"),
        ("PORT", "80x"),
        ("PORT", "8e3.1"),
        ("PORT", "9" * 30),
        ("DATABASE_URL", "mysql://a@b/c"),
        ("DATABASE_URL", "verger"),
        ("REDIS_URL", "http://127.0.0.1"),
        ("REDIS_URL", "127.0.0.1:6379"),
        ("VERGER_ORIGINS", "play.example"),
        ("VERGER_ORIGINS", "https://play.example/"),
        ("VERGER_ORIGINS", "*, https://play.example"),
        ("VERGER_TRUSTED_PROXIES", "nearby"),
        ("VERGER_LOG_FORMAT", "xml"),
        ("VERGER_LOG_LEVEL", "loud"),
        ("VERGER_DATABASE_CONNECTIONS", "1"),
        ("VERGER_DATABASE_CONNECTIONS", "101"),
        ("VERGER_HOT_SESSIONS", "0"),
        ("VERGER_STREAMS", "none"),
        ("VERGER_STOP_SECONDS", "0"),
        ("VERGER_STOP_SECONDS", "1.5"),
        ("VERGER_DEMO", "maybe"),
    ],
)
def test_a_value_that_no_setting_takes_names_its_variable(variable: str, text: str) -> None:
    with pytest.raises(SettingsError, match=f"^{variable}: "):
        read({variable: text})


def test_a_value_outside_a_choice_is_refused_with_the_choices() -> None:
    with pytest.raises(SettingsError, match=r"possible values: auto, console, json$"):
        read({"VERGER_LOG_FORMAT": "xml"})


@pytest.mark.parametrize("variable", ["DATABASE_URL", "REDIS_URL"])
def test_an_address_with_a_password_is_not_repeated(variable: str) -> None:
    with pytest.raises(SettingsError) as told:
        read({variable: "http://ann:secret@127.0.0.1"})
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    ("host", "there"),
    [
        ("127.0.0.1", "127.0.0.1:80"),
        ("0.0.0.0", "127.0.0.1:80"),  # noqa: S104
        ("::1", "[::1]:80"),
        ("0", "127.0.0.1:80"),
        ("::", "[::1]:80"),
        ("0:0:0:0:0:0:0:0", "[::1]:80"),
        ("fe80::1%eth0", "[fe80::1%25eth0]:80"),
        ("2001:DB8::1", "[2001:DB8::1]:80"),
        ("192.0.2.1", "192.0.2.1:80"),
        ("localhost", "localhost:80"),
        ("play.example", "play.example:80"),
    ],
)
def test_there_is_an_address_to_open_for_every_host_setting(host: str, there: str) -> None:
    assert read({"HOST": host}).netloc(80) == there


@pytest.mark.parametrize(
    ("url", "home", "path"),
    [
        ("https://play.example", "https://play.example", ""),
        ("https://play.example/", "https://play.example", ""),
        ("https://play.example/verger", "https://play.example/verger", "/verger"),
        ("http://a:8080/games/v-1.0_x~/", "http://a:8080/games/v-1.0_x~", "/games/v-1.0_x~"),
        ("", "", ""),
    ],
)
def test_a_public_address_may_have_a_path_and_a_slash_at_its_end(
    url: str, home: str, path: str
) -> None:
    settings = read({"VERGER_URL": url})
    assert (settings.home, settings.base_path) == (home, path)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/spiel/ü", "more than letters"),
        ("/a%20b", "more than letters"),
        ("/a+b", "more than letters"),
        ("/a//b", "more than letters"),
        ("/a//", "more than letters"),
        ("//", "more than letters"),
        ("/a/../b", "more than letters"),
        ("/.", "more than letters"),
        ('/a"b', "more than letters"),
        ("/a;b", "more than letters"),
        ("/a b", "is not an address"),
        ("/a\nb", "is not an address"),
        ("/a?b", "is not an address"),
        ("/a#b", "is not an address"),
        ("?a", "is not an address"),
        ("/v1", "a path of the server itself"),
        ("/docs/verger", "a path of the server itself"),
        ("/" + "a" * 200, "200 characters"),
    ],
)
def test_a_path_that_no_server_can_have_is_refused_in_a_sentence(path: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=f"^VERGER_URL: [^\n]*{reason}"):
        read({"VERGER_URL": f"https://play.example{path}"})


@pytest.mark.parametrize("starts", ["apps", "nobody"])
def test_a_demonstration_that_nobody_can_start_is_refused(starts: str) -> None:
    with pytest.raises(SettingsError, match=r"^VERGER_DEMO: .*VERGER_STARTS=anyone"):
        read({"VERGER_STARTS": starts, "VERGER_DEMO": "on"})
    assert read({"VERGER_STARTS": starts}).demo == "auto"


@pytest.mark.parametrize(
    ("variable", "text", "is_doubtful"),
    [
        ("VERGER_TRUSTED_PROXIES", "0.0.0.0/0", True),
        ("VERGER_TRUSTED_PROXIES", "private, ::/0", True),
        ("VERGER_TRUSTED_PROXIES", "private", False),
        ("VERGER_URL", "http://192.168.0.2:8000", False),
        ("VERGER_HOLD_BACK", "2031-01-01", True),
        ("VERGER_HOLD_BACK", "2026-11-29", False),
    ],
)
def test_a_value_that_is_probably_a_mistake_is_named(
    variable: str, text: str, is_doubtful: bool
) -> None:
    found = list(doubts(read({variable: text}), date(2026, 11, 29)))
    assert [sentence.startswith(variable) for sentence in found] == [True] * is_doubtful


def test_tls_without_a_trusted_proxy_is_probably_a_mistake() -> None:
    given, day = {"VERGER_URL": "https://play.example"}, date(2026, 11, 29)
    (sentence,) = doubts(read(given), day)
    assert sentence.startswith("VERGER_TRUSTED_PROXIES is empty")
    assert [*doubts(read(given | {"VERGER_TRUSTED_PROXIES": "127.0.0.1"}), day)] == []


def test_a_misspelt_setting_is_refused_with_the_known_settings() -> None:
    with pytest.raises(SettingsError, match=r"VERGER_STREAM is not a setting.*VERGER_STREAMS"):
        read({"VERGER_STREAM": "9"})


def test_environment_variables_of_other_programs_are_ignored() -> None:
    assert read({"PATH": "/bin", "VERGE": "1", "PGHOST": "x"}) == Settings()


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_wrong_setting_ends_the_program_with_one_line(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = forked.run(command, environment={"PORT": "eighty"})
    assert ended.returncode == 2
    assert ended.stderr.startswith("verger: PORT: ")
    assert ended.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_migrating_asks_which_database() -> None:
    ended = forked.run("migrate", environment={})
    assert (ended.returncode, "DATABASE_URL" in ended.stderr) == (2, True)
