"""What a person can send as a file: pictures, albums, stickers, voice, round videos, any file.

Bytes are taken as they are; only pictures and stickers are read. Durations are seconds.
"""

from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.files import StoredFile, read_picture, take_document, take_photo
from telegram.sandbox.model import Chat, Message, Person
from telegram.sandbox.params import Upload
from telegram.sandbox.sending import PLAINLY, CannotDo, Manner, check_can_write, deliver
from telegram.sandbox.sticker_files import take_sticker
from telegram.sandbox.stickers import sticker_json
from telegram.sandbox.text import clean_input, found_entities
from telegram.sandbox.world import World

VIDEO_SIDE = 640
ROUND_SIDE = 384


def captioned(caption: str) -> dict[str, Any]:
    """The fields of a caption, none for an empty one; raises `CannotDo` for a long one."""
    kept = clean_input(caption).strip()
    if len(kept) > limits.CAPTION_MAX:
        raise CannotDo(f"a caption holds {limits.CAPTION_MAX} characters")
    entities = found_entities(kept)
    found = {"caption": kept} if kept else {}
    return found | ({"caption_entities": entities} if entities else {})


def send_picture(
    world: World,
    person: Person,
    chat: Chat,
    data: bytes,
    *,
    caption: str = "",
    manner: Manner = PLAINLY,
) -> Message:
    """Send a picture as a photo."""
    check_can_write(chat, person)
    content = {"photo": [_photo(world, data).photo_json()]} | captioned(caption)
    return deliver(world, person, chat, content, manner)


def _photo(world: World, data: bytes) -> StoredFile:
    kind = read_picture(data).format.lower()
    return take_photo(world.files, Upload(f"photo.{kind}", f"image/{kind}", data))


def send_album(
    world: World,
    person: Person,
    chat: Chat,
    pictures: list[bytes],
    *,
    caption: str = "",
    manner: Manner = PLAINLY,
) -> list[Message]:
    """Send pictures as one album: a message each, the caption on the first."""
    check_can_write(chat, person)
    if not limits.ALBUM_MIN <= len(pictures) <= limits.ALBUM_MAX:
        raise CannotDo(f"an album holds {limits.ALBUM_MIN} to {limits.ALBUM_MAX} pictures")
    contents = [{"photo": [_photo(world, each).photo_json()]} for each in pictures]
    contents[0] |= captioned(caption)
    marks = {"media_group_id": str(world.rng.getrandbits(53))}
    return [deliver(world, person, chat, each, manner, marks=marks) for each in contents]


def send_file(
    world: World,
    person: Person,
    chat: Chat,
    data: bytes,
    name: str,
    mime: str,
    *,
    caption: str = "",
    manner: Manner = PLAINLY,
) -> Message:
    """Send bytes as a document."""
    check_can_write(chat, person)
    file = take_document(world.files, Upload(name, mime, data))
    content = {"document": file.document_json()} | captioned(caption)
    return deliver(world, person, chat, content, manner)


def send_sticker(
    world: World,
    person: Person,
    chat: Chat,
    sticker: bytes | str,
    *,
    emoji: str = "🙂",
    manner: Manner = PLAINLY,
) -> Message:
    """Send a sticker: the bytes of a PNG or WEBP, or the file_id of one in a set."""
    check_can_write(chat, person)
    if isinstance(sticker, str):
        found, position = world.shelf.holding(sticker)
        entry = found.entries[position]
        shown = sticker_json(entry.file, found.sticker_type, entry.emoji[0], found.name)
    else:
        file = take_sticker(world.files, Upload("sticker", "image/webp", sticker), "static")
        shown = sticker_json(file, emoji=emoji)
    return deliver(world, person, chat, {"sticker": shown}, manner)


def send_voice(
    world: World,
    person: Person,
    chat: Chat,
    data: bytes,
    *,
    duration: int = 3,
    manner: Manner = PLAINLY,
) -> Message:
    """Send a voice message."""
    file = _recorded(world, person, chat, "voice", Upload("voice.ogg", "audio/ogg", data))
    voice = file.file_json() | {"duration": duration, "mime_type": file.mime}
    return deliver(world, person, chat, {"voice": voice}, manner)


def send_video_note(
    world: World,
    person: Person,
    chat: Chat,
    data: bytes,
    *,
    duration: int = 3,
    manner: Manner = PLAINLY,
) -> Message:
    """Send a round video message."""
    file = _recorded(world, person, chat, "video_note", Upload("note.mp4", "video/mp4", data))
    note = file.file_json() | {"duration": duration, "length": ROUND_SIDE}
    return deliver(world, person, chat, {"video_note": note}, manner)


def send_video(
    world: World,
    person: Person,
    chat: Chat,
    data: bytes,
    *,
    duration: int = 3,
    caption: str = "",
    manner: Manner = PLAINLY,
) -> Message:
    """Send a video."""
    file = _recorded(world, person, chat, "video", Upload("video.mp4", "video/mp4", data))
    facts = {"duration": duration, "width": VIDEO_SIDE, "height": VIDEO_SIDE}
    video = file.document_json() | facts
    return deliver(world, person, chat, {"video": video} | captioned(caption), manner)


def _recorded(world: World, person: Person, chat: Chat, kind: str, upload: Upload) -> StoredFile:
    check_can_write(chat, person)
    if not upload.data:
        raise CannotDo("there is nothing to send")
    return world.files.add(kind, upload)
