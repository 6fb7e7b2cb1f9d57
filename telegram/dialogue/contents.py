"""What a message contains, as an answer that a form can read; pure.

A message that carries nothing a person meant to say (somebody joined, a message was pinned) has no
contents. A picture that was forwarded is a picture: only of forwarded words it matters whose they
were.
"""

from telegram.botapi.media import File, PhotoSize
from telegram.botapi.types import Message
from telegram.forms.given import (
    ContactGiven,
    DocumentGiven,
    FileRef,
    ForwardGiven,
    Given,
    OtherGiven,
    PhotoGiven,
    Written,
)


def given_of(message: Message) -> Given | None:
    """Return what a message contains; None for one that says nothing."""
    if message.photo:
        return PhotoGiven(_photo(message.photo))
    if message.document is not None and message.unread is None:
        return DocumentGiven(_document(message.document))
    if message.contact is not None:
        return ContactGiven(message.contact.phone_number, message.contact.user_id)
    if message.sticker is not None:
        return OtherGiven("sticker")
    if message.unread is not None:
        return OtherGiven(message.unread)
    if message.forward_origin is not None:
        author = message.forward_origin.user
        return ForwardGiven(None if author is None else author.id, message.text)
    return None if message.text is None else Written(message.text)


def _photo(sizes: tuple[PhotoSize, ...]) -> FileRef:
    """Name the largest size."""
    best = max(sizes, key=lambda size: size.width * size.height)
    return FileRef(best.file_id, best.file_unique_id, best.file_size)


def _document(file: File) -> FileRef:
    return FileRef(
        file.file_id, file.file_unique_id, file.file_size, file.mime_type, file.file_name
    )
