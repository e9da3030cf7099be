"""The log of the server: one line for each request, in JSON, or in a readable form on a terminal."""

import logging
import secrets
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from io import StringIO
from typing import Any, TextIO
from uuid import UUID

import msgspec
import structlog

from verger.service import output
from verger.service.masking import masked
from verger.service.settings import Settings

OWN_TRACE = secrets.token_hex(16)
"""The trace id of requests from this process to itself. Nobody else can know it."""


def configure(settings: Settings) -> None:
    """Set up the log. Call this once, before anything is logged or printed.

    From then on, logging and printing never block, because another thread writes the lines.
    """
    stderr = output.use(_dropped)
    as_json = settings.log_format == "json" or (
        settings.log_format == "auto" and not sys.stderr.isatty()
    )
    own = {"process": settings.process} if settings.process else {}
    bound = structlog.make_filtering_bound_logger(settings.log_level)
    structlog.configure(
        processors=[_stamped(own), structlog.dev.ConsoleRenderer(exception_formatter=_plain)],
        wrapper_class=_in_json(bound, own) if as_json else bound,
        logger_factory=(lambda *_: stderr) if as_json else structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # Libraries use the logging of the standard library. Pass on only their warnings and errors.
    logging.basicConfig(level=logging.WARNING, handlers=[_Libraries()])


def _dropped(name: str, lines: int) -> None:
    structlog.get_logger().warning("log_lines_dropped", output=name, lines=lines)


def _stamped(own: dict[str, str]) -> structlog.typing.Processor:
    def stamped(_: Any, method: str, event: structlog.typing.EventDict) -> dict[str, Any]:
        now = datetime.now(UTC).isoformat()
        plain = {
            name: str(one) if isinstance(one, UUID) else one for name, one in _masked(event).items()
        }
        return {**plain, **own, "level": method, "timestamp": now}

    return stamped


_OURS = frozenset({
    "event", "trace_id", "root", "method", "status", "code", "ms", "seat", "token", "app", "wait_ms",
    "load_ms", "judge_ms", "append_ms",
})  # fmt: skip
"""Fields that are not masked. They contain only values of the server, but some of these look like secrets."""


def _masked(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Mask the secrets in the fields of a log line, including the text of an exception."""
    return {name: one if name in _OURS else _clean(one) for name, one in fields.items()}


def _clean(value: Any) -> Any:
    match value:
        case str():
            return masked(value)
        case list():
            return [_clean(part) for part in value]
        case dict():
            return {name: _clean(part) for name, part in value.items()}
        case _:
            return value


def _plain(out: TextIO, error: structlog.typing.ExcInfo) -> None:
    """Write an exception to a terminal, with its secrets masked."""
    said = StringIO()
    structlog.dev.plain_traceback(said, error)
    out.write("\n".join(masked(line) for line in said.getvalue().split("\n")))


def _in_json(bound: type[Any], own: dict[str, str]) -> type[Any]:
    """Return a class of loggers that write JSON. It has no chain of processors, because every request is logged."""

    class InJson(bound):  # type: ignore[misc]
        def _proxy_to_logger(self, level: str, event: str | None = None, /, **fields: Any) -> None:
            if "exc_info" in fields:
                fields = dict(_render_exception(self._logger, level, fields))
            fields = _masked(fields)
            if self._context:
                fields = {**self._context, **fields}
            fields |= {**own, "event": event, "level": level, "timestamp": datetime.now(UTC)}
            self._logger.put(_encoder.encode(fields) + b"\n")

    return InJson


class _Libraries(logging.Handler):
    """Passes on the log lines of libraries, in the form of all other lines."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record of a library as the log event `library`."""
        said = record.getMessage()
        structlog.get_logger().log(
            record.levelno, "library", name=record.name, said=said, exc_info=record.exc_info
        )


# Leave out local variables, because they can contain headers, and therefore tokens.
_render_exception = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
_encoder = msgspec.json.Encoder(enc_hook=repr)
