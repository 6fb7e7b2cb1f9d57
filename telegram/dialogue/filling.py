"""Runs forms in a chat: the bus of state answers.

What stays true:
- What a person is in the middle of is in their stored state, and in the row it points to when the
  form keeps its draft there: a restart at any point loses nothing.
- One question of a form is open in a chat. An answered one is deleted or rewritten; buttons of an
  older one are answered and change nothing.
- Whatever the step stands on may be gone: then `Expired` is raised.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from store.domain.conversation import MESSAGE_META, Json, State, encode
from store.domain.outgoing import Delete, Say
from store.domain.texts import talk
from store.domain.texts.text import Text
from store.steps import (
    DeletePosted,
    DropData,
    Enqueue,
    MergeData,
    Post,
    SetState,
    Steps,
    StoreData,
)
from telegram.dialogue import menu, prompts
from telegram.dialogue.flows import Expired, Filled, Flow, Turn
from telegram.dialogue.intents import Caller, FormPress, Person, Press, Said
from telegram.dialogue.saying import answer, meet, put, say
from telegram.dialogue.view import View
from telegram.forms import engine
from telegram.forms.engine import Finished, Move, Refused, Wrong
from telegram.forms.given import Chosen
from telegram.forms.progress import Progress, Stale
from telegram.forms.spec import Keeps

Flows = Mapping[tuple[str, str], Flow]
_MOVES: dict[str, Callable[[str], Move]] = {
    prompts.CHOOSE: lambda choice: engine.Answer(Chosen(choice)),
    prompts.EDIT: engine.Edit,
    prompts.BACK: lambda _: engine.Back(),
    prompts.NEXT: lambda _: engine.Next(),
    prompts.SKIP: lambda _: engine.Skip(),
    prompts.CONFIRM: lambda _: engine.Confirm(),
}


@dataclass(frozen=True, slots=True)
class Filling:
    """A form being filled in: in which chat and topic, under which name, with what so far.

    `meta` refers to the message with the open question, `row` to the draft's row. `album` is the
    group of pictures that was answered last.
    """

    flow: Flow
    chat: int
    topic: int | None
    run: str
    progress: Progress = field(repr=False)
    args: Mapping[str, Json] = field(default_factory=dict, repr=False)
    meta: int | None = None
    row: int | None = None
    album: str | None = None

    def state(self) -> State:
        """Return it as it is stored; a draft with a row of its own is not in the state."""
        params: dict[str, Json] = {
            "target_field": self.progress.at,
            "chat": self.chat,
            "run": self.run,
        }
        optional = {
            "topic": self.topic,
            "args": dict(self.args),
            MESSAGE_META: self.meta,
            "album": self.album,
        }
        params |= {name: value for name, value in optional.items() if value}
        if self.row is not None:
            params["state_data"] = self.row
        else:
            params["form"] = self.progress.to_json()
        return State(self.flow.subject, self.flow.method, params)


def begin(
    turn: Turn,
    flow: Flow,
    *,
    args: Mapping[str, Json] | None = None,
    answers: Mapping[str, Any] | None = None,
    passed: tuple[str, ...] = (),
    row: int | None = None,
) -> Steps:
    """Ask the first question; with `answers` show the summary, or what is missing for it.

    No other form is open. `passed` names the fields that were skipped; `row` is a row that has the
    draft already.
    """
    progress = engine.start(flow.form)
    if answers:
        progress = Progress(dict(answers), None, passed)
    person = turn.caller.person
    filling = Filling(flow, person.chat_id, turn.caller.topic, turn.view.run, progress, args or {})
    filling = replace(filling, row=row)
    title = flow.form.title.of(turn.language)
    opened: Steps = (meet(person, turn.view),)
    if turn.caller.in_private:
        text = talk.STARTED.of(turn.language, title=title)
        opened = (*opened, say(person, text, keys=menu.cancel(turn.view), key="started"))
    at_once = flow.form.keeps is Keeps.ROW_AT_START
    return (*opened, *_keep(turn, filling, partial(_ask, turn), make_row=at_once))


def load(state: State, view: View, flows: Flows) -> Filling:
    """Read what a person is in the middle of; raises `Expired` when it cannot be gone on with."""
    flow, params = flows.get((state.type, state.method)), state.params
    if flow is None:
        raise Expired
    draft: object = params.get("form")
    row = state.data_row
    if row is not None:
        if view.data is None or view.data.id != row:
            raise Expired
        draft = view.data.data.get("form")
        if isinstance(draft, dict):
            draft = {**draft, "answers": view.data.data.get("fields")}
    try:
        progress = Progress.from_json(draft, flow.form)
        chat, run = int(params["chat"]), str(params["run"])
    except (Stale, KeyError, TypeError, ValueError):
        raise Expired from None
    args, topic, album = params.get("args"), params.get("topic"), params.get("album")
    return Filling(
        flow,
        chat,
        topic if isinstance(topic, int) else None,
        run,
        progress,
        args if isinstance(args, dict) else {},
        state.message_row,
        row,
        album if isinstance(album, str) else None,
    )


def hear(turn: Turn, filling: Filling, said: Said) -> Steps:
    """Take a message as the answer to the open question."""
    if not filling.flow.allowed(turn.view.rights):
        return refuse(turn, filling)
    if said.edited:
        return (say(turn.caller.person, talk.EDITED.of(turn.language), topic=turn.caller.topic),)
    if said.album is not None and said.album == filling.album:
        # One picture of an album is an answer; the others came with it and mean nothing.
        return ()
    if menu.is_cancel(said.text):
        return leave(turn, filling)
    filling = replace(filling, album=said.album)
    return _move(turn, filling, engine.Answer(said.given), partial(_ask, turn))


def press(turn: Turn, filling: Filling, pressed: FormPress) -> Steps:
    """Take a pressed button of the open question; any other is only answered."""
    form, progress = filling.flow.form, filling.progress
    if not filling.flow.allowed(turn.view.rights):
        return (answer(pressed.press, talk.NO_ACCESS.of(turn.language)), *refuse(turn, filling))
    is_open = pressed.question == prompts.place_of(form, progress)
    if pressed.run != filling.run or not is_open:
        return stale(turn, pressed)
    if pressed.verb == prompts.CANCEL:
        return (answer(pressed.press), *leave(turn, filling))
    move = _MOVES.get(pressed.verb)
    if move is None:
        return stale(turn, pressed)
    steps = _move(turn, filling, move(pressed.choice), partial(_repaint, turn, pressed))
    return (answer(pressed.press), *steps)


def busy(press: Press, view: View) -> Steps:
    """Answer a button that would open a form over the one that is open."""
    return (answer(press, talk.BUSY.of(view.language), alert=True),)


def stale(turn: Turn, pressed: FormPress) -> Steps:
    """Answer a button whose question is no longer open."""
    return (answer(pressed.press, talk.NOT_YOUR_TURN.of(turn.language)),)


def leave(turn: Turn, filling: Filling, key: str = "left") -> Steps:
    """End without finishing; a draft in the state dies with it."""
    flow = filling.flow
    filled = Filled(filling.progress.answers, filling.args, filling.row)
    if flow.keeps_row and filling.row is not None:
        said = flow.left(turn, filled)
    else:
        title = flow.form.title.of(turn.language)
        said = close(turn, talk.CANCELLED.of(turn.language, title=title), key=key)
    return (*_clear(turn, filling), *said)


def refuse(turn: Turn, filling: Filling) -> Steps:
    """End because the person may no longer do this."""
    return (*_clear(turn, filling), *close(turn, talk.NO_ACCESS.of(turn.language)))


def expire(turn: Turn) -> Steps:
    """Tell that a step cannot go on, and clear what would keep the person in it."""
    cleared = (SetState(turn.caller.person.id, None),)
    return (*cleared, *close(turn, talk.EXPIRED.of(turn.language), key="expired"))


def close(turn: Turn, text: str, *, key: str = "closed") -> Steps:
    """Say the last word of something, and give the usual keyboard back."""
    caller = turn.caller
    keys = menu.main(turn.view) if caller.in_private else None
    return (say(caller.person, text, keys=keys, topic=caller.topic, key=key),)


def _move(turn: Turn, filling: Filling, move: Move, show: Callable[[Filling], Steps]) -> Steps:
    progress, outcome = engine.step(filling.flow.form, filling.progress, move)
    match outcome:
        case Wrong(_, hint) | Refused(hint):
            return _ask(turn, filling, hint)
        case Finished(answers):
            filled = Filled(answers, filling.args, filling.row)
            return (*_clear(turn, filling), *filling.flow.finish(turn, filled))
        case _:
            return _keep(turn, replace(filling, progress=progress), show)


def _keep(
    turn: Turn, filling: Filling, then: Callable[[Filling], Steps], *, make_row: bool = False
) -> Steps:
    """Write the draft to where the form keeps it, then go on."""
    progress, person = filling.progress, turn.caller.person.id
    form = progress.to_json()
    answers = form.pop("answers")
    data = {"fields": answers, "form": form}
    if filling.row is not None:
        return (MergeData(filling.row, data, then(filling), expire(turn)),)
    mid_flow = filling.flow.form.keeps is Keeps.ROW_AT_FIRST and bool(progress.answers)
    if not (make_row or mid_flow):
        return then(filling)

    def with_row(row: int) -> Steps:
        return then(replace(filling, row=row))

    made = {"flow": filling.flow.form.name, **filling.args, **data}
    key = turn.view.fresh_key if filling.flow.keeps_row else None
    return (StoreData(person, made, with_row, key),)


def _ask(turn: Turn, filling: Filling, hint: Text | None = None) -> Steps:
    """Post the open question at the end of the chat; the former one goes."""
    shown = prompts.prompt(filling.flow.form, filling.progress, _look(turn, filling), hint)
    body = Say(shown.text, shown.buttons, filling.topic)
    person = turn.caller.person.id

    def remember(meta: int) -> Steps:
        return (SetState(person, encode(replace(filling, meta=meta).state())),)

    post = Post(person, filling.chat, body, "question", "question", remember)
    return (*_tidy(filling), post)


def _repaint(turn: Turn, pressed: FormPress, filling: Filling) -> Steps:
    """Put the open question in the place of the one whose button was pressed.

    A message that is asked the same way further up is not the open one: it goes.
    """
    if pressed.place is None:
        return _ask(turn, filling)
    posted = turn.view.question
    if posted is not None and posted.message_id != pressed.place.message_id:
        copy = Delete(pressed.place.message_id)
        gone = Enqueue("edit", pressed.place.chat_id, copy, "copy", repeatable=True)
        return (gone, *_ask(turn, filling))
    shown = prompts.prompt(filling.flow.form, filling.progress, _look(turn, filling))
    edit = put(pressed.place, shown.text, shown.buttons)
    return (*edit, SetState(turn.caller.person.id, encode(filling.state())))


def _clear(turn: Turn, filling: Filling) -> Steps:
    dropped: Steps = ()
    if filling.row is not None and not filling.flow.keeps_row:
        dropped = (DropData(filling.row),)
    return (SetState(turn.caller.person.id, None), *_tidy(filling), *dropped)


def _tidy(filling: Filling) -> Steps:
    return () if filling.meta is None else (DeletePosted(filling.meta, "tidy"),)


def _look(turn: Turn, filling: Filling) -> prompts.Look:
    return prompts.Look(turn.language, filling.run, in_group=not turn.caller.in_private)


def caller_in(filling: Filling, person: Person) -> Caller:
    """Return a person as who they are in the chat of what they fill in."""
    there = replace(person, chat_id=filling.chat)
    return Caller(there, filling.chat == person.id, masked=False, topic=filling.topic)


def caller_of(pressed: FormPress) -> Caller:
    """Return who pressed a button of a form, as somebody who could have written there."""
    person = pressed.press.person
    return Caller(person, person.chat_id == person.id, masked=False, topic=pressed.topic)
