"""What each command of a conversation's background work does, chosen by their closed union."""

from typing import Any, assert_never

from store import drafts, feedback, talk
from store import talk_messages as tm
from store.effects import Scope
from supervisor.clock import iso


def answer(scope: Scope, command: tm.TalkCommand) -> Any:
    """Carry out a command about conversations inside its caller's transaction."""
    match command:
        case tm.PruneTalk(before):
            return talk.prune(scope, iso(before))
        case tm.AskFeedback(at):
            return feedback.ask(scope, at)
        case tm.DraftReady():
            return drafts.ready(scope, command)
        case tm.DraftRefused():
            return drafts.refused(scope, command)
        case _ as never:
            assert_never(never)
