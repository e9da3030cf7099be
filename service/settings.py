"""Settings: they are read from the environment once, and checked before anything starts."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from verger.service.address import networks, reachable
from verger.service.base_path import base_path

REMEMBERED = timedelta(days=30)
"""How long the network that started a session is remembered, if unplayed sessions are never deleted."""


class SettingsError(Exception):
    """An environment variable is wrong. The message names it and the reason."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of an operator. docs/settings.md describes each."""

    database_url: str = ""
    """The address of PostgreSQL 14 or newer. Empty: the embedded PostgreSQL, with its data in `var/`."""
    redis_url: str = ""
    """The address of a Redis for wake-ups between processes. Empty: streams poll the database."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    log_format: Literal["auto", "console", "json"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_addresses: Literal["on", "off"] = "off"
    """Whether log lines of requests contain the address of the client."""
    database_connections: Annotated[int, Meta(ge=2, le=100)] = 10
    database_pooler: Literal["none", "transaction"] = "none"
    """The pooler in front of the database: `transaction` for one that can give each transaction
    another connection, or `none`."""
    database_durability: Literal["required", "any"] = "required"
    """Whether moves are refused while the database can lose confirmed moves."""
    cell: Annotated[int, Meta(ge=0, le=31)] = 0
    """The number of this deployment among several behind the same address. 0 for the first, or the
    only one."""
    hot_sessions: Annotated[int, Meta(ge=1, le=1_000_000)] = 2_000
    """The number of sessions to keep in memory."""
    import_bytes: Annotated[int, Meta(ge=1_000, le=2**40)] = 64 * 2**20
    """The maximum size of an archive to import or verify, in bytes."""
    import_events: Annotated[int, Meta(ge=1, le=2**40)] = 100_000
    """The maximum number of events in one archive."""
    import_seconds: Annotated[int, Meta(ge=1, le=86_400)] = 120
    """The maximum processor time for verifying one archive, in seconds."""
    connections: Annotated[int, Meta(ge=10, le=1_000_000)] = 10_000
    """The maximum number of open connections of one process, within the limits of the system."""
    connections_address: Annotated[int, Meta(ge=1, le=1_000_000)] = 1_000
    """The maximum number of these from one address, except for a trusted proxy."""
    streams: Annotated[int, Meta(ge=1, le=100_000)] = 5_000
    """The maximum number of live streams of one process."""
    streams_token: Annotated[int, Meta(ge=1, le=100_000)] = 1_000
    """The maximum number of these with one token."""
    rate_token: Annotated[int, Meta(ge=0, le=10**9)] = 6_000
    """The maximum use of one process by one token in a minute. 0: no limit. A request counts for 1,
    and for 1 more for each millisecond of work after the first."""
    rate_address: Annotated[int, Meta(ge=0, le=10**9)] = 30_000
    """The maximum use of one process by one address in a minute, with all its tokens. 0: no limit."""
    rate_failures: Annotated[int, Meta(ge=0, le=10**9)] = 300
    """The maximum number of wrong tokens and codes from one address in a minute. 0: no limit."""
    rate_starts: Annotated[int, Meta(ge=0, le=10**9)] = 60
    """The maximum number of sessions that one address can start, fork or import in ten minutes, without an app. 0: no
    limit."""
    trusted_proxies: str = ""
    """The networks of trusted proxies, separated by commas. `private` stands for all private networks. The server
    believes their X-Forwarded-For."""
    origins: str = "*"
    """The origins whose pages can call the API, separated by commas."""
    webhook_private_targets: Literal["on", "off"] = "off"
    """Whether webhooks can lead to private networks, and use `http:`."""
    telemetry: Literal["off", "otlp"] = "off"
    """Whether spans and metrics are sent by OTLP. The standard variables `OTEL_…` name the receiver."""
    processes: str = "1"
    """The number of processes that serve. `auto`: one for each core."""
    process: str = ""
    """The name of this process in each line of its log."""
    stop_seconds: Annotated[int, Meta(ge=1, le=600)] = 10
    """The maximum time that a stop waits for accepted requests, in seconds."""
    secret_keys: str = ""
    """The keys that encrypt the secrets in the database, separated by commas, the newest first."""
    secret_keys_file: str = ""
    """Instead, a file with these keys, one in each line. If both settings are empty, the first start
    makes a key."""
    url: str = ""
    """The address that people use for this server, for links. It may have a path and a slash at the end."""
    starts: Literal["anyone", "apps", "nobody"] = "anyone"
    """The clients that can start sessions."""
    trial_hours: Annotated[int, Meta(ge=0, le=8_760)] = 24
    """The number of hours without an event until the server ends a trial. 0: never."""
    unplayed_days: Annotated[int, Meta(ge=0, le=3_650)] = 30
    """The number of days until the server deletes a session if nothing happened after its start.
    0: never."""
    statement_minutes: Annotated[int, Meta(ge=0, le=525_600)] = 60
    """The number of minutes between signed statements about the newest events of all sessions. 0:
    never."""
    hold_back: str = ""
    """During an upgrade, the day of the older release that still serves. Events are written in its formats."""
    drill: Literal["on", "off"] = "off"
    """Whether this is a drill: a copy that sends and signs nothing. `verger serve --drill` sets it."""
    lobby: Literal["on", "off"] = "off"
    """Whether hosts can list their tables, and others can ask for a seat there."""
    demo: Literal["auto", "on", "off"] = "auto"
    """Whether the first start plays a demonstration session. `auto`: only with the embedded
    database."""

    @property
    def is_pooled(self) -> bool:
        """Whether a pooler gives each transaction another connection."""
        return self.database_pooler == "transaction"

    @property
    def process_count(self) -> int:
        """Return the number of processes that serve."""
        auto = self.processes == "auto"
        return len(os.sched_getaffinity(0)) if auto else int(self.processes)

    @property
    def trial_idle(self) -> timedelta:
        """Return the idle time that ends a trial."""
        return timedelta(hours=self.trial_hours)

    @property
    def look_after(self) -> timedelta:
        """Return the age of a session when a process checks whether it is played, and forgets its network."""
        return timedelta(days=self.unplayed_days) or REMEMBERED

    @property
    def statement_every(self) -> timedelta:
        """The time from one statement to the next."""
        return timedelta(minutes=self.statement_minutes)

    @property
    def home(self) -> str:
        """The address that people use for this server, without a slash at the end."""
        return self.url.removesuffix("/")

    @property
    def base_path(self) -> str:
        """The path below which people reach this server, such as `/verger`; empty if there is none."""
        return base_path(self.home)

    @property
    def reached(self) -> str:
        """The host for connections from this machine. `HOST` itself can mean all addresses."""
        return reachable(self.host)

    def netloc(self, port: int) -> str:
        """Return `reached` and a port, in the form of a URL (RFC 3986, 3.2.2; RFC 6874)."""
        host = self.reached.replace("%", "%25")
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


_OF_OTHERS = ("database_url", "redis_url", "host", "port")
"""Settings whose environment variables have no prefix `VERGER_`, because other programs use the same names."""

VARIABLES: Mapping[str, str] = {
    name: name.upper() if name in _OF_OTHERS else f"VERGER_{name.upper()}"
    for name in Settings.__struct_fields__
}
"""The environment variable of each setting."""


def read(environment: Mapping[str, str]) -> Settings:
    """Return the settings in an environment. An unset or empty variable means the default."""
    given = {name: environment.get(variable, "") for name, variable in VARIABLES.items()}
    _refuse_unknown(environment)
    settings = Settings()
    for name, text in given.items():
        if text:
            settings = _with(settings, name, text)
    if settings.secret_keys and settings.secret_keys_file:
        raise SettingsError(
            "VERGER_SECRET_KEYS: VERGER_SECRET_KEYS_FILE is also set; set only one of them"
        )
    if settings.demo == "on" and settings.starts != "anyone":
        raise SettingsError(
            "VERGER_DEMO: the demonstration session needs VERGER_STARTS=anyone; with another"
            " value, set VERGER_DEMO=off"
        )
    return settings if settings.drill == "off" else in_drill(settings)


def in_drill(settings: Settings) -> Settings:
    """Return the settings of a drill, which must not use other systems of the original server, such as Redis."""
    return replace(
        settings, drill="on", redis_url="", telemetry="off", statement_minutes=0, demo="off"
    )


def doubts(settings: Settings, today: date) -> Iterator[str]:
    """Yield a warning for each setting that is valid, but probably a mistake."""
    if any(network.prefixlen == 0 for network in networks(settings.trusted_proxies)):
        yield (
            "VERGER_TRUSTED_PROXIES trusts every address, so every client can choose the address that"
            " limits count. List only the addresses of your proxies."
        )
    if settings.url.startswith("https:") and not settings.trusted_proxies:
        yield (
            "VERGER_TRUSTED_PROXIES is empty, but VERGER_URL needs a proxy for TLS. All callers share the"
            " limits of the proxy's address. Name the proxy."
        )
    if settings.hold_back > str(today):
        yield (
            f"VERGER_HOLD_BACK is {settings.hold_back}, a day in the future, so it holds nothing back."
            " Set it to the day of the older release."
        )


def _with(settings: Settings, name: str, text: str) -> Settings:
    known = msgspec.structs.asdict(settings)
    try:
        _CHECKS.get(name, str)(text)
        return msgspec.convert({**known, name: text}, Settings, strict=False)
    except ValueError as error:  # msgspec.ValidationError is one, too
        reason = str(error).split(" - at ")[0]
        raise SettingsError(f"{VARIABLES[name]}: {reason}{_values(name)}") from None


def _values(name: str) -> str:
    """Return the possible values of a setting that has only a few, as the end of an error message."""
    taken = get_args(get_type_hints(Settings)[name])
    return f"; possible values: {', '.join(taken)}" if taken else ""


def _begins(*schemes: str) -> Callable[[str], None]:
    """Return a check that an address has one of these schemes. Its error must not repeat the password."""

    def check(address: str) -> None:
        if not address.startswith(tuple(f"{scheme}://" for scheme in schemes)):
            raise ValueError(f"an address must begin with {' or '.join(schemes)}, followed by ://")

    return check


def _check_origins(listed: str) -> None:
    for origin in listed.split(","):
        if listed.strip() != "*" and not _ORIGIN.fullmatch(origin.strip()):
            raise ValueError(f"{origin.strip()!r} is not an origin such as https://play.example")


def _check_processes(number: str) -> None:
    if number != "auto" and not _PROCESSES.fullmatch(number):
        raise ValueError(f"{number!r} is neither a number from 1 to 64 nor auto")


def _check_url(address: str) -> None:
    if not _URL.fullmatch(address):
        raise ValueError(
            f"{address!r} is not an address such as https://play.example or"
            " https://play.example/verger"
        )
    base_path(address.removesuffix("/"))


def keys_in(listed: str) -> list[bytes]:
    """Return the keys in a list, separated by commas or line breaks. An error must not repeat a wrong key."""
    keys = re.split(r"[\s,]+", listed.strip())
    if not all(_KEY.fullmatch(key) for key in keys):
        raise ValueError(
            f"a key must have {2 * KEY_BYTES} hex digits; openssl rand -hex {KEY_BYTES} makes a key"
        )
    return [bytes.fromhex(key) for key in keys]


KEY_BYTES = 32
"""Of AES-256."""
_KEY = re.compile(r"[0-9a-fA-F]{64}")

_URL = re.compile(r"https?://[^/\s?#]+(/[^\s?#]*)?")

_PROCESSES = re.compile(r"[1-9]|[1-5][0-9]|6[0-4]")

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/\s]+")
"""An origin as browsers send it: a scheme and a host, perhaps a port, but no path."""


def _check_day(day: str) -> None:
    if day != str(date.fromisoformat(day)):
        raise ValueError("write the day like 2026-11-27")


_CHECKS: Mapping[str, Callable[[str], object]] = {
    "database_url": _begins("postgresql", "postgres"),
    "redis_url": _begins("redis", "rediss", "unix"),
    "trusted_proxies": networks,
    "origins": _check_origins,
    "processes": _check_processes,
    "secret_keys": keys_in,
    "url": _check_url,
    "hold_back": _check_day,
}
"""Checks of settings that the types cannot express. Each raises ValueError."""


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    """Refuse unknown variables. Without this check, a misspelt setting would silently have its default."""
    known = set(VARIABLES.values())
    for variable in environment:
        if variable.startswith("VERGER_") and variable not in known:
            names = ", ".join(sorted(known))
            raise SettingsError(f"{variable} is not a setting; the settings are {names}")
