"""What the commands about alerts do: each alert is queued once, in the operators' language."""

from html import escape
from typing import assert_never

from store import alert_groups
from store.alert_messages import Alarm, AlertBackup, AlertCommand, TellFailures
from store.domain.texts import operators as texts
from store.effects import ALERT_ERROR, Scope, alert


def answer(scope: Scope, command: AlertCommand) -> int | None:
    """Carry out a command about alerts."""
    match command:
        case Alarm():
            _alarm(scope, command)
        case TellFailures():
            return _tell_failures(scope, command)
        case AlertBackup(reason=reason):
            text = texts.BACKUP_FAILED.of(scope.language, reason=escape(reason[:ALERT_ERROR]))
            alert(scope, f"backup:{scope.now[:10]}", text, None)
        case _ as never:
            assert_never(never)
    return None


def _alarm(scope: Scope, command: Alarm) -> None:
    what = texts.ALARMS[command.condition].of(scope.language)
    if command.lasted is None:
        text, word = texts.ALARM.of(scope.language, what=what), "stands"
    else:
        lasted = texts.span(command.lasted, scope.language)
        text, word = texts.ALARM_OVER.of(scope.language, what=what, lasted=lasted), "over"
    alert(scope, f"alarm:{command.condition}:{command.since}:{word}", text, None)


def _tell_failures(scope: Scope, command: TellFailures) -> int:
    groups = alert_groups.due(scope.connection, command.at)
    for group in groups:
        text = texts.FAILED_MORE.of(
            scope.language,
            group.count,
            cause=texts.CAUSES[group.cause].of(scope.language),
            job=group.job_id,
            error=escape(group.error[:ALERT_ERROR]),
        )
        mend = texts.MENDS[group.cause].of(scope.language)
        alert(scope, f"failures:{group.cause}:{scope.now}", f"{text}\n{mend}", group.job_id)
        alert_groups.told(scope.connection, group.cause, scope.now)
    return len(groups)
