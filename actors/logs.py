"""Logs: one structured line for each thing done, on standard error.

No token, photo or contact reaches a line: what the standard library's loggers say passes a
redaction first, and libraries that print addresses are silenced.
"""

import logging
import sys
from typing import Any, Literal

import structlog

from telegram.botapi.redaction import redact, silence_http_logs

LEVEL = logging.INFO
QUIET = logging.WARNING


def _redacted(_: Any, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {key: redact(value) if isinstance(value, str) else value for key, value in event.items()}


def set_up(form: Literal["console", "json"] | None, level: int = LEVEL) -> None:
    """Send everything to standard error, as JSON lines or for a person at a terminal."""
    console = form == "console" or (form is None and sys.stderr.isatty())
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        structlog.processors.format_exc_info,
        _redacted,
    ]
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if console
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    _bridge(level, [*shared, renderer])
    silence_http_logs()


def _bridge(level: int, processors: list[structlog.typing.Processor]) -> None:
    """Let the standard library's loggers speak in the same form."""
    handler = logging.StreamHandler(sys.stderr)
    *before, renderer = processors
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *before],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level if level < LEVEL else max(level, logging.WARNING))
