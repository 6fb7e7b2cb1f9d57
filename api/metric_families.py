"""The metrics there are: names, kinds, labels. The page, its document and the board follow these.

What stays true: every label takes its values from a closed set of ours, so that no guest, job,
address or text becomes a label, and the number of series has an end.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

BUCKETS = (15, 30, 45, 60, 90, 120, 180, 240, 300, 450, 600, 900)
"""Seconds from the photo to the link, up to the usual deadline."""


class Kind(StrEnum):
    """Kinds of Prometheus."""

    COUNTER = "counter"
    GAUGE = "gauge"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True)
class Family:
    """One metric; counters begin at zero with each start of the program."""

    name: str
    kind: Kind
    help: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """One value; `suffix` is of histograms."""

    labels: Mapping[str, str]
    value: float
    suffix: str = ""


def _family(name: str, kind: Kind, about: str, *labels: str) -> Family:
    return Family(f"stickerbooth_{name}", kind, about, labels)


_C, _G, _H = Kind.COUNTER, Kind.GAUGE, Kind.HISTOGRAM

BUILD = _family("build_info", _G, "The running version, always 1", "version")
START = _family("start_time_seconds", _G, "When the program started, as seconds since 1970")
JOBS = _family("jobs", _G, "Jobs that still owe an outcome", "status")
OLDEST_JOB = _family("job_oldest_seconds", _G, "How long the oldest of them has waited, else 0")
OUTCOMES = _family("job_outcomes_total", _C, "Jobs that ended", "outcome")
FAILURES = _family("job_failures_total", _C, "Jobs that failed, by cause", "cause")
DELIVERY = _family("delivery_seconds", _H, "From the photo to the link")
SLOT_SECONDS = _family("slot_seconds_total", _C, "Time that slots spent on jobs")
TRANSITIONS = _family("transitions_total", _C, "Changes of status", "machine", "trigger")
PAUSED = _family("pause", _G, "1 for how the booth is paused, or for off", "status")
OUTBOX = _family("outbox_waiting", _G, "Messages that wait to be sent")
OLDEST_MESSAGE = _family("outbox_oldest_seconds", _G, "Age of the oldest of them, else 0")
INBOX = _family("inbox_waiting", _G, "Updates of Telegram that wait to be handled")
CONDITIONS = _family("condition", _G, "1 while a trouble stands", "condition")
CHILD_READY = _family("child_ready", _G, "1 while a part of the program is ready", "child")
RESTARTS = _family("child_restarts_total", _C, "Restarts of a part of the program", "child")
MAILBOX = _family("mailbox_depth", _G, "Requests that wait for a part of the program", "child")
REQUESTS = _family(
    "http_requests_total", _C, "Answers of the web server", "method", "route", "status"
)
CALLS = _family("provider_calls_total", _C, "Paid calls", "provider", "verdict")
USD = _family("provider_usd_total", _C, "What paid calls cost, in US dollars", "provider")
DISK = _family("disk_free_bytes", _G, "Room on the disk of the data folder")
BACKUP = _family("backup_age_seconds", _G, "Age of the newest backup; absent without one")

FAMILIES = (
    BUILD, START, JOBS, OLDEST_JOB, OUTCOMES, FAILURES, DELIVERY, SLOT_SECONDS, TRANSITIONS,
    PAUSED, OUTBOX, OLDEST_MESSAGE, INBOX, CONDITIONS, CHILD_READY, RESTARTS, MAILBOX, REQUESTS,
    CALLS, USD, DISK, BACKUP,
)  # fmt: skip


def text(samples: Iterable[tuple[Family, Iterable[Sample]]]) -> str:
    """Return the page in Prometheus' text format 0.0.4."""
    lines: list[str] = []
    for family, values in samples:
        lines.append(f"# HELP {family.name} {family.help}")
        lines.append(f"# TYPE {family.name} {family.kind}")
        lines += (_line(family, sample) for sample in values)
    return "\n".join(lines) + "\n"


def _line(family: Family, sample: Sample) -> str:
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in sample.labels.items())
    labels = f"{{{pairs}}}" if pairs else ""
    return f"{family.name}{sample.suffix}{labels} {_number(sample.value)}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def markdown() -> str:
    """Return the document of all metrics."""
    rows = [
        f"| `{family.name}` | {family.kind} | {', '.join(family.labels) or ''} | {family.help} |"
        for family in FAMILIES
    ]
    head = (
        "# Metrics\n\nGenerated from `api/metric_families.py` by `make docs`; do not edit.\n\n"
        "`GET /metrics` answers in the text format of Prometheus. Counters begin at zero with "
        "each start. Labels take\ntheir values from closed sets; nothing personal is among "
        "them. A ready board for Grafana is\n[grafana/stickerbooth.json]"
        "(grafana/stickerbooth.json): import it and choose the data source. Keep the address "
        "off the\nguests’ network ([proxy.md](proxy.md)).\n"
    )
    return "\n".join([head, "| metric | kind | labels | meaning |", "|---|---|---|---|", *rows, ""])
