"""The server's own log: one canonical line a request; JSON unless somebody looks at a terminal."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

from service.settings import Settings


def configure(settings: Settings) -> None:
    """Set the log up, once, before anything is logged."""
    as_json = settings.log_format == "json" or (
        settings.log_format == "auto" and not sys.stderr.isatty()
    )
    structlog.configure(
        processors=[_stamped, *(_json() if as_json else _console())],
        wrapper_class=structlog.make_filtering_bound_logger(settings.log_level),
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer)
        if as_json
        else structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    # What libraries log comes through the standard library: only what they are worried about.
    logging.basicConfig(level=logging.WARNING, handlers=[_Libraries()])


def _stamped(_: Any, method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Level and time (UTC, RFC 3339): one processor, as every request passes through it."""
    event["level"] = method
    event["timestamp"] = datetime.now(UTC).isoformat()
    return event


class _Libraries(logging.Handler):
    """Passes on what libraries log, so that it has the form of everything else."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log it as an event of ours."""
        said = record.getMessage()
        structlog.get_logger().log(
            record.levelno, "library", name=record.name, said=said, exc_info=record.exc_info
        )


def _json() -> list[Any]:
    return [_rendered]


# Without locals: they would hold headers, and with them tokens.
_render_exception = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
_encoder = msgspec.json.Encoder(enc_hook=repr)


def _rendered(logger: Any, method: str, event: structlog.typing.EventDict) -> bytes:
    """One line of JSON; few lines have an exception to render first."""
    if "exc_info" in event:
        event = _render_exception(logger, method, event)
    return _encoder.encode(event)


def _console() -> list[Any]:
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(exception_formatter=plain)]
