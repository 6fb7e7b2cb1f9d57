"""Control verbs with which a person sends, edits, forwards and presses.

Every send knows `user`, `chat`, `reply_to`, `thread` and `as` (see `control_fields`) and answers
with the message, albums with a list. Files inside JSON are base64; a missing one is a sample.
"""

from collections.abc import Callable
from typing import Any

from telegram.sandbox import cards, media, phone, rewriting, samples
from telegram.sandbox.control_fields import (
    Body,
    read_bytes,
    read_chat,
    read_manner,
    read_message,
    read_person,
)
from telegram.sandbox.model import Chat, Message, Person
from telegram.sandbox.phone import Pressed
from telegram.sandbox.rewriting import FromChannel, FromChat, FromHidden, FromUser, Origin
from telegram.sandbox.sending import CannotDo, Manner, dismiss_reply
from telegram.sandbox.world import World


def _where(world: World, body: Body) -> tuple[World, Person, Chat]:
    return world, read_person(world, body), read_chat(world, body)


def _text(world: World, body: Body) -> Message:
    manner = read_manner(world, body)
    return phone.say(
        *_where(world, body),
        str(body["text"]),
        reply_to=manner.reply_to,
        thread=manner.thread,
        on_behalf_of=manner.on_behalf_of,
    )


def _edit(world: World, body: Body) -> Message:
    message = read_message(world, body)
    return rewriting.edit(world, read_person(world, body), message, str(body["text"]))


def _forward(world: World, body: Body) -> Message:
    """Forward `message` of `from_chat`, or a `text` from an `origin` outside of this world."""
    where, manner = _where(world, body), read_manner(world, body)
    if "message" in body:
        source = world.chats[int(body["from_chat"])].messages[int(body["message"])]
        return rewriting.forward(*where, source, manner=manner)
    origin = _origin(world, body["origin"])
    return rewriting.forward_foreign(*where, str(body["text"]), origin, manner=manner)


def _origin(world: World, said: Body) -> Origin:
    """`{"user": id}`, `{"name": text}`, `{"chat": id}` or `{"channel": id, "message": id}`."""
    if "user" in said:
        return FromUser(world.people[int(said["user"])])
    if "name" in said:
        return FromHidden(str(said["name"]))
    if "chat" in said:
        return FromChat(world.chats[int(said["chat"])])
    return FromChannel(world.chats[int(said["channel"])], int(said["message"]))


def _album(world: World, body: Body) -> list[Message]:
    pictures = [read_bytes(each) for each in body["pictures"]]
    caption = str(body.get("caption", ""))
    manner = read_manner(world, body)
    return media.send_album(*_where(world, body), pictures, caption=caption, manner=manner)


def _sticker(world: World, body: Body) -> Message:
    """A sticker of a set by its `file_id`, or the one in `data`."""
    if body.get("file_id"):
        sticker: str | bytes = str(body["file_id"])
    else:
        sticker = _data(body, samples.sticker())
    emoji = str(body.get("emoji", "🙂"))
    manner = read_manner(world, body)
    return media.send_sticker(*_where(world, body), sticker, emoji=emoji, manner=manner)


def _data(body: Body, sample: bytes) -> bytes:
    return read_bytes(body["data"]) if "data" in body else sample


def _recording(send: Callable[..., Message], sample: bytes) -> Callable[[World, Body], Message]:
    def verb(world: World, body: Body) -> Message:
        data, seconds = _data(body, sample), int(body.get("duration", 3))
        manner = read_manner(world, body)
        return send(*_where(world, body), data, duration=seconds, manner=manner)

    return verb


def _contact(world: World, body: Body) -> Message:
    """The own contact, that of the person `of`, or a stranger by `phone_number`, `first_name`."""
    where, manner = _where(world, body), read_manner(world, body)
    if "phone_number" in body:
        number, name = str(body["phone_number"]), str(body["first_name"])
        last = str(body.get("last_name", ""))
        return cards.send_card(*where, number, name, last_name=last, manner=manner)
    whose = world.people[int(body["of"])] if body.get("of") else None
    return cards.share_contact(*where, whose, manner=manner)


def _location(world: World, body: Body) -> Message:
    latitude, longitude = float(body["latitude"]), float(body["longitude"])
    manner = read_manner(world, body)
    return cards.send_location(*_where(world, body), latitude, longitude, manner=manner)


def _dice(world: World, body: Body) -> Message:
    emoji = str(body.get("emoji", "🎲"))
    return cards.send_dice(*_where(world, body), emoji, manner=read_manner(world, body))


def _poll(world: World, body: Body) -> Message:
    question, options = str(body["question"]), [str(each) for each in body["options"]]
    manner = read_manner(world, body)
    return cards.send_poll(*_where(world, body), question, options, manner=manner)


SENDS: dict[str, Callable[[World, Body], Message | list[Message]]] = {
    "text": _text,
    "edit": _edit,
    "forward": _forward,
    "album": _album,
    "sticker": _sticker,
    "voice": _recording(media.send_voice, samples.VOICE),
    "video": _recording(media.send_video, samples.VIDEO),
    "video_note": _recording(media.send_video_note, samples.VIDEO),
    "contact": _contact,
    "location": _location,
    "dice": _dice,
    "poll": _poll,
}


def sent(world: World, verb: str, body: Body) -> Any:
    """Carry out a verb of `SENDS`; the message or messages as JSON."""
    found = SENDS[verb](world, body)
    return [each.as_json() for each in found] if isinstance(found, list) else found.as_json()


def upload(world: World, query: dict[str, str], data: bytes) -> Body:
    """Send raw bytes; the query's `as` says as what: a picture unless `document`, `sticker` etc."""
    where, kind = _where(world, query), query.get("as", "picture")
    # `as` is taken by the kind here, so the name to write in is `as_chat`.
    manner = read_manner(world, {key: value for key, value in query.items() if key != "as"})
    return _uploaded(where, kind, data, query, manner).as_json()


def _uploaded(
    where: tuple[World, Person, Chat],
    kind: str,
    data: bytes,
    query: dict[str, str],
    manner: Manner,
) -> Message:
    caption = query.get("caption", "")
    match kind:
        case "picture":
            return media.send_picture(*where, data, caption=caption, manner=manner)
        case "document":
            name = query.get("name", "file.bin")
            mime = query.get("mime", "application/octet-stream")
            return media.send_file(*where, data, name, mime, caption=caption, manner=manner)
        case "sticker":
            return media.send_sticker(*where, data, manner=manner)
        case "voice":
            return media.send_voice(*where, data, manner=manner)
        case "video":
            return media.send_video(*where, data, caption=caption, manner=manner)
        case "video_note":
            return media.send_video_note(*where, data, manner=manner)
        case _:
            raise ValueError(f"nothing can be sent as {kind!r}")


def _press(world: World, body: Body) -> Body:
    """Press the button or key `label`; with `message` a button of that message."""
    where, label = _where(world, body), str(body["label"])
    if not body.get("message"):
        act = phone.press_key if body.get("key") else phone.press
        return _pressed(act(*where, label))
    message = read_message(world, body)
    for row in (message.markup or {}).get("inline_keyboard", []):
        for button in row:
            if label in {button["text"], button.get("callback_data")}:
                return _pressed(phone.press_button(world, where[1], message, button))
    raise CannotDo(f"there is no button {label!r} on this message")


def _pressed(pressed: Pressed) -> Body:
    answer: Body = {"url": pressed.url}
    if pressed.callback is not None:
        answer["callback"] = pressed.callback.id
    if pressed.message is not None:
        answer["message"] = pressed.message.as_json()
    return answer


def _keyboard(world: World, body: Body) -> Body:
    """Show or hide the reply keyboard, by `shown`."""
    phone.show_keyboard(world, read_chat(world, body), shown=bool(body["shown"]))
    return {}


def _dismiss(world: World, body: Body) -> Body:
    """Close the reply that the bot has opened."""
    dismiss_reply(world, read_chat(world, body))
    return {}


VERBS: dict[str, Callable[[World, Body], Body]] = {
    "press": _press,
    "keyboard": _keyboard,
    "reply/dismiss": _dismiss,
}
