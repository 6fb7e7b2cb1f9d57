"""Plain text into Telegram's HTML parse mode.

Cut first, escape afterwards: a cut after escaping can end inside a tag or an entity.
"""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_ELLIPSIS = "…"
_JOINERS = "\u200d\ufe0f"


def escape(text: str) -> str:
    """`text` as HTML that shows it literally, in content and in attribute values alike."""
    return text.translate(_ESCAPES)


def units(text: str) -> int:
    """The length of `text` in UTF-16 units, which is how Telegram's apps count."""
    return len(text) + sum(1 for character in text if character > "\uffff")


def cut(text: str, limit: int) -> str:
    """`text` within `limit` UTF-16 units, with an ellipsis where something was dropped."""
    if units(text) <= limit:
        return text
    if limit < 1:
        return ""
    room, kept = limit - 1, 0
    for character in text:
        room -= 2 if character > "\uffff" else 1
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip(_JOINERS) + _ELLIPSIS
