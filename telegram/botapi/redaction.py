"""Keeps the bot token out of every text that leaves this package.

The token is part of each request URL, so URLs, httpx's log lines and descriptions are suspect.
"""

import logging
import re
import traceback

_IN_PATH = re.compile(r"(bot\d+)(?::|%3A)[^/\s\"'?#]+", re.IGNORECASE)
_BARE = re.compile(r"\b(\d{3,20}):[A-Za-z0-9_-]{20,}")
# A filter on a logger does not see what its children log, so each child is named.
_LOGGERS = (
    "httpx",
    "httpcore",
    "httpcore.connection",
    "httpcore.http11",
    "httpcore.http2",
    "httpcore.proxy",
    "httpcore.socks",
)


def redact(text: str) -> str:
    """`text` with the secret half of every bot token replaced; the bot's id stays."""
    return _BARE.sub(r"\1:***", _IN_PATH.sub(r"\1:***", text))


def silence_http_logs() -> None:
    """Quiets httpx and httpcore below WARNING and redacts what they still say.

    Safe to call again. The filter stays in force when somebody lowers the level later.
    """
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_redact_record)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    logging.getLogger("httpcore").setLevel(logging.WARNING)


def _redact_record(record: logging.LogRecord) -> bool:
    record.msg, record.args = redact(record.getMessage()), ()
    if record.exc_info:
        record.exc_text = redact("".join(traceback.format_exception(*record.exc_info)))
        record.exc_info = None
    return True
