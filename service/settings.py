"""Settings: read from the environment once, checked before anything starts."""

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
"""How long the network of a session's start is remembered if no session is deleted as unplayed."""


class SettingsError(Exception):
    """The environment holds a value that no setting takes."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings that an operator may choose; docs/settings.md describes each."""

    database_url: str = ""
    """PostgreSQL 14 or newer; empty: the embedded one under `var/`."""
    redis_url: str = ""
    """Wake-ups between processes; empty: one process, or streams that poll."""
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    log_format: Literal["auto", "console", "json"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_addresses: Literal["on", "off"] = "off"
    """Whether the line of a request in the log has the address that it came from."""
    database_connections: Annotated[int, Meta(ge=2, le=100)] = 10
    database_pooler: Literal["none", "transaction"] = "none"
    """The pooler before the database: one that gives each transaction another connection, or
    none."""
    database_durability: Literal["required", "any"] = "required"
    """Whether moves are refused while the database can lose confirmed moves."""
    cell: Annotated[int, Meta(ge=0, le=31)] = 0
    """The number of this deployment among several with the same address; 0: the first, or the
    only one."""
    hot_sessions: Annotated[int, Meta(ge=1, le=1_000_000)] = 2_000
    """Sessions whose state is kept in memory."""
    import_bytes: Annotated[int, Meta(ge=1_000, le=2**40)] = 64 * 2**20
    """The largest archive that is imported or verified."""
    import_events: Annotated[int, Meta(ge=1, le=2**40)] = 100_000
    """The maximum number of events in one archive."""
    import_seconds: Annotated[int, Meta(ge=1, le=86_400)] = 120
    """The maximum processor time for verifying one archive, in seconds."""
    connections: Annotated[int, Meta(ge=10, le=1_000_000)] = 10_000
    """The connections that one process holds open, within the limits of the system."""
    connections_address: Annotated[int, Meta(ge=1, le=1_000_000)] = 1_000
    """Of these, connections from one address that is no trusted proxy's."""
    streams: Annotated[int, Meta(ge=1, le=100_000)] = 5_000
    """Live readers that one process serves at a time."""
    streams_token: Annotated[int, Meta(ge=1, le=100_000)] = 1_000
    """Of these, readers with one token."""
    rate_token: Annotated[int, Meta(ge=0, le=10**9)] = 6_000
    """The maximum use of one process by one token in a minute; 0: no limit. A request
    counts for one, and for each millisecond of work beyond the first one more."""
    rate_address: Annotated[int, Meta(ge=0, le=10**9)] = 30_000
    """The maximum use of one process by one address in a minute, with all its tokens."""
    rate_failures: Annotated[int, Meta(ge=0, le=10**9)] = 300
    """Requests a minute from one address with invalid tokens and wrong claim codes."""
    rate_starts: Annotated[int, Meta(ge=0, le=10**9)] = 60
    """Sessions that one address may start, fork or import in ten minutes, without an app; 0: any number."""
    trusted_proxies: str = ""
    """The networks whose X-Forwarded-For is believed, with commas; `private` for all private ones."""
    origins: str = "*"
    """The origins whose pages may call the API, with commas."""
    webhook_private_targets: Literal["on", "off"] = "off"
    """Whether webhooks may lead into private networks, and by `http:`."""
    telemetry: Literal["off", "otlp"] = "off"
    """Whether spans and metrics are sent by OTLP. The standard variables `OTEL_…` name the receiver."""
    processes: str = "1"
    """How many processes serve, or `auto`: as many as there are cores."""
    process: str = ""
    """The name of this process in each line of its log."""
    stop_seconds: Annotated[int, Meta(ge=1, le=600)] = 10
    """The seconds that a stop waits for accepted requests."""
    secret_keys: str = ""
    """The keys that encrypt the database's secrets, with commas, the newest first."""
    secret_keys_file: str = ""
    """A file with these keys instead, one a line. If neither is given, the first start makes a
    key."""
    url: str = ""
    """The address that people use for this server, for links. It may have a path and a slash at the end."""
    starts: Literal["anyone", "apps", "nobody"] = "anyone"
    """The clients that may start sessions."""
    trial_hours: Annotated[int, Meta(ge=0, le=8_760)] = 24
    """After how long without an event the server ends a session that was started as a trial; 0: it
    never does."""
    unplayed_days: Annotated[int, Meta(ge=0, le=3_650)] = 30
    """The number of days until the server deletes a session if nothing happened since its start;
    0: it never does."""
    statement_minutes: Annotated[int, Meta(ge=0, le=525_600)] = 60
    """The interval of signed statements about the heads of all sessions; 0: never."""
    hold_back: str = ""
    """The day of the older release that still serves. Newer forms are not written yet."""
    drill: Literal["on", "off"] = "off"
    """Whether this is a drill: a copy that sends and signs nothing. `verger serve --drill` sets it."""
    lobby: Literal["on", "off"] = "off"
    """Whether hosts may list their tables, and others ask for a seat there."""
    demo: Literal["auto", "on", "off"] = "auto"
    """Whether a demonstration session is played at the first start; auto: with the embedded
    database only."""

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
        """Return the age of a session when a process looks at its play, and forgets its network."""
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
        """The host that this machine connects to. `HOST` itself can mean all addresses."""
        return reachable(self.host)

    def netloc(self, port: int) -> str:
        """Return this address with a port, in the form of a URL (RFC 3986, 3.2.2; RFC 6874)."""
        host = self.reached.replace("%", "%25")
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


_OF_OTHERS = ("database_url", "redis_url", "host", "port")
"""Settings whose variables have the names that other programs use."""

VARIABLES: Mapping[str, str] = {
    name: name.upper() if name in _OF_OTHERS else f"VERGER_{name.upper()}"
    for name in Settings.__struct_fields__
}
"""The environment variable of each setting."""


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; an unset or empty variable leaves the default."""
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
    """Return the settings of a drill, which reaches none of the original's other systems."""
    return replace(
        settings, drill="on", redis_url="", telemetry="off", statement_minutes=0, demo="off"
    )


def doubts(settings: Settings, today: date) -> Iterator[str]:
    """Yield a sentence for each setting that is valid and probably a mistake."""
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
    except ValueError as error:  # msgspec's is one too
        reason = str(error).split(" - at ")[0]
        raise SettingsError(f"{VARIABLES[name]}: {reason}{_values(name)}") from None


def _values(name: str) -> str:
    """The values of a setting that takes only a few."""
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
    """Return the keys of a list, with commas or one a line.

    A wrong key must not be repeated in an error.
    """
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
"""As browsers send it: a scheme and a host, perhaps a port, and no path."""


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
"""Checks that types cannot make of a setting; each raises ValueError."""


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    """Refuse a misspelt setting, which would silently leave its default."""
    known = set(VARIABLES.values())
    for variable in environment:
        if variable.startswith("VERGER_") and variable not in known:
            names = ", ".join(sorted(known))
            raise SettingsError(f"{variable} is not a setting; the settings are {names}")
