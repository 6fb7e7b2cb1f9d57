"""The ways of saying something, as steps; everything said here may be repeated.

A second answer hurts nobody, a lost one strands a person.
"""

from store.domain.outgoing import Answer, Edit, Keys, Rows, Say
from store.steps import Enqueue, MeetUser, Steps
from telegram.dialogue.intents import Caller, Person, Place, Press
from telegram.dialogue.view import View


def meet(person: Person, view: View) -> MeetUser:
    """Remember a person."""
    return MeetUser(person.id, view.language)


def say(
    person: Person,
    text: str,
    buttons: Rows = (),
    *,
    keys: Keys | None = None,
    topic: int | None = None,
    key: str = "reply",
) -> Enqueue:
    """Say something where the person wrote; `key` tells messages of one update apart."""
    body = Say(text, buttons, topic, keys)
    return Enqueue("reply", person.chat_id, body, key, repeatable=True)


def reply(caller: Caller, view: View, text: str, buttons: Rows = ()) -> Steps:
    """Say something where a command was given; only a private chat makes an acquaintance."""
    said = say(caller.person, text, buttons, topic=caller.topic)
    return (meet(caller.person, view), said) if caller.in_private else (said,)


def answer(press: Press, text: str = "", *, alert: bool = False) -> Enqueue:
    """End the spinner of a pressed button, with a short text or a dialog."""
    body = Answer(press.query_id, text, alert)
    return Enqueue("answer", None, body, "answer", repeatable=True)


def put(place: Place | None, text: str, buttons: Rows = ()) -> Steps:
    """Put a text in the place of a message that can still be edited."""
    if place is None:
        return ()
    body = Edit(place.message_id, text, buttons)
    return (Enqueue("edit", place.chat_id, body, "edit", repeatable=True),)


def show(press: Press, place: Place | None, text: str, buttons: Rows = ()) -> Steps:
    """Put a text in the place of the pressed message, or below when that is out of reach."""
    return put(place, text, buttons) or (say(press.person, text, buttons),)
