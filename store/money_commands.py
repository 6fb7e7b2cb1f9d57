"""What each command about paid calls does, chosen by their closed union."""

from typing import Any, assert_never

from store import money_messages as mm
from store import provider_calls
from store.effects import Scope


def answer(scope: Scope, command: mm.MoneyCommand) -> Any:
    """Carry out a command about paid calls inside its caller's transaction."""
    match command:
        case mm.BeginCall():
            return provider_calls.begin(scope, command)
        case mm.SettleCall():
            return provider_calls.settle(scope, command)
        case mm.NameCall():
            return provider_calls.name(scope, command)
        case mm.JudgeCall():
            return provider_calls.judge(scope, command)
        case mm.KeepLooks():
            return provider_calls.keep_looks(scope, command)
        case _ as never:
            assert_never(never)
