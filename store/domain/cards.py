"""What the group sees of leads: cards with their buttons, pings and reminders, as Telegram's HTML.

What stays true:
- Everything from outside is cut first and escaped afterwards, so that it is shown literally and no
  cut falls inside a tag.
- A card has at most 4096 UTF-16 units after parsing (Bot API reference, sendMessage): long values
  are shortened with an ellipsis, and the oldest repeats, then the oldest notes give way to a line
  that counts them.
- Only a card holds personal data, since erasure rewrites nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from html import escape

from store.domain.leads import UTM, Lead, LeadCard, LeadNote, LeadRepeat
from store.domain.outgoing import Button, Rows, Say
from store.domain.status import LeadStatus
from store.domain.texts import leads as texts
from store.domain.texts.text import Text

TEXT_UNITS = 4096
VALUE_UNITS = 300
"""UTF-16 units of one value; a comment gets more."""
COMMENT_UNITS = 2000
NAME_UNITS = 100
"""UTF-16 units of the name of an admin."""
CALLBACK = "stickers_lead"
_WHEN = "%d.%m.%Y %H:%M"
_KEYBOARD = (
    (LeadStatus.IN_WORK, LeadStatus.CONTACTED),
    (LeadStatus.DEAL, LeadStatus.REFUSED),
    (LeadStatus.SPAM,),
)
_FIELDS = {
    "name": texts.NAME,
    "telegram": texts.TELEGRAM,
    "phone": texts.PHONE,
    "comment": texts.COMMENT,
}


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some HTML and its length as it is seen, in UTF-16 units."""

    html: str
    units: int


def card(card: LeadCard, *, language: str, zone: tzinfo, maybe_twice: bool = False) -> Say:
    """Return a lead's card as its rows want it; `maybe_twice` warns of another one.

    Times are shown in `zone`. An erased lead's card is a stub without buttons.
    """
    lead = card.lead
    if lead.erased:
        return Say(texts.TITLE_ERASED.of(language, lead=lead.id))
    lines = [*_facts(card, language, zone), _status(lead, language, zone)]
    if connected := _connected(lead, language):
        lines.append(connected)
    if maybe_twice:
        lines.insert(0, _plain(texts.MAYBE_TWICE.of(language)))
    room = TEXT_UNITS - sum(line.units + 1 for line in lines)
    lines += _later(card, language, zone, room)
    return Say("\n".join(line.html for line in lines), _buttons(lead, language))


def ping(lead_id: int, *, language: str) -> Say:
    """Return what tells the group that a person came again; it replies to the card."""
    return Say(texts.PING_REPEAT.of(language, lead=lead_id))


def reminder(lead_id: int, *, language: str) -> Say:
    """Return what reminds the group of a lead that nobody has taken up."""
    return Say(texts.REMINDER.of(language, lead=lead_id))


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units, as Telegram's apps count."""
    return len(text) + sum(char > "\uffff" for char in text)


def cut(text: str, limit: int) -> str:
    """Return a text within so many UTF-16 units, with an ellipsis where something is left out."""
    if units(text) <= limit:
        return text
    kept, room = 0, limit - 1
    for char in text:
        room -= units(char)
        if room < 0:
            break
        kept += 1
    return text[:kept].rstrip("\u200d\ufe0f") + "…"


def _facts(card: LeadCard, language: str, zone: tzinfo) -> Iterator[_Piece]:
    lead = card.lead
    title = texts.TITLE.of(language, lead=lead.id)
    yield _Piece(f"<b>{escape(title)}</b>", units(title))
    yield from _fields(_person(lead), language, COMMENT_UNITS)
    if source := _source(card, language):
        yield _line(texts.SOURCE.of(language), source)
    yield _line(texts.CAME.of(language), _local(lead.created_at, zone))


def _person(lead: Lead) -> dict[str, str]:
    found = {name: getattr(lead, name) for name in _FIELDS}
    return {name: value for name, value in found.items() if value}


def _fields(values: Mapping[str, str], language: str, comment: int) -> Iterator[_Piece]:
    """Yield a line for each known field; a username becomes a link."""
    for name, label in _FIELDS.items():
        value = values.get(name)
        if value is None:
            continue
        if name == "telegram":
            yield _linked(label.of(language), f"@{value}", f"https://t.me/{value}")
        else:
            limit = comment if name == "comment" else VALUE_UNITS
            yield _line(label.of(language), cut(value, limit))


def _source(card: LeadCard, language: str) -> str:
    given = [str(value) for name in UTM if (value := getattr(card.lead, name))]
    if card.lead.source == "manual":
        given.insert(0, _by_hand(card.entered_by, language))
    return cut(" / ".join(given), VALUE_UNITS)


def _by_hand(who: str | None, language: str) -> str:
    if who is None:
        return texts.BY_HAND.of(language)
    return texts.BY_HAND_OF.of(language, who=cut(who, NAME_UNITS))


def _status(lead: Lead, language: str, zone: tzinfo) -> _Piece:
    parts = [texts.STATUSES[lead.status].of(language)]
    if lead.status_changed_by:
        parts.append(cut(lead.status_changed_by, VALUE_UNITS))
    if lead.status_changed_at:
        parts.append(_local(lead.status_changed_at, zone))
    return _line(texts.STATUS.of(language), " · ".join(parts))


def _connected(lead: Lead, language: str) -> _Piece | None:
    if lead.connected_user is None:
        return None
    label = texts.CONNECTED.of(language)
    if lead.connected_username:
        name = lead.connected_username
        return _linked(label, f"@{name}", f"https://t.me/{name}")
    return _linked(label, f"id {lead.connected_user}", f"tg://user?id={lead.connected_user}")


def _later(card: LeadCard, language: str, zone: tzinfo, room: int) -> list[_Piece]:
    """Return what came after the request: repeats, then notes, which have the first claim to room.

    The line that counts older repeats always finds its place.
    """
    earlier = _units_of(texts.EARLIER, len(card.repeats), language)
    written = [note for note in card.notes if note.text is not None]
    notes = _newest(
        [_note(note, zone) for note in written], texts.EARLIER_NOTES, language,
        room - earlier,
    )  # fmt: skip
    room -= sum(note.units + 1 for note in notes)
    blocks = [_repeat(repeat, language, zone) for repeat in card.repeats]
    return [*_newest(blocks, texts.EARLIER, language, room), *notes]


def _newest(blocks: Sequence[_Piece], counted: Text, language: str, room: int) -> list[_Piece]:
    """Return the blocks, the oldest first, as many of the newest as there is room for."""
    if sum(block.units + 1 for block in blocks) <= room:
        return list(blocks)
    left = room - _units_of(counted, len(blocks), language)
    shown: list[_Piece] = []
    for block in reversed(blocks):
        left -= block.units + 1
        if left < 0:
            break
        shown.append(block)
    older = _plain(counted.of(language, count=len(blocks) - len(shown)))
    return [older, *reversed(shown)]


def _units_of(counted: Text, count: int, language: str) -> int:
    """Return what a line that counts may take at most, with the line's end; 0 for nothing."""
    return units(counted.of(language, count=count)) + 1 if count else 0


def _note(note: LeadNote, zone: tzinfo) -> _Piece:
    head = f"📝 {cut(note.by, NAME_UNITS)}, {_local(note.at, zone)}"
    return _line(head, cut(note.text or "", VALUE_UNITS))


def _repeat(repeat: LeadRepeat, language: str, zone: tzinfo) -> _Piece:
    head = f"🔁 {texts.REPEATED.of(language)}"
    lines = [_line(head, _local(repeat.created_at, zone))]
    lines += _fields(repeat.changed, language, VALUE_UNITS)
    return _Piece("\n".join(line.html for line in lines), sum(line.units + 1 for line in lines) - 1)


def _buttons(lead: Lead, language: str) -> Rows:
    return tuple(
        tuple(_button(lead, status, texts.STATUSES[status], language) for status in row)
        for row in _KEYBOARD
    )


def _button(lead: Lead, status: LeadStatus, text: Text, language: str) -> Button:
    label = text.of(language)
    shown = f"• {label} •" if status is lead.status else label
    return Button(shown, data=f"{CALLBACK}:{lead.id}:{status}")


def _line(label: str, value: str) -> _Piece:
    return _Piece(
        f"<b>{escape(label)}:</b> {escape(value, quote=False)}", units(f"{label}: {value}")
    )


def _linked(label: str, shown: str, address: str) -> _Piece:
    shown = cut(shown, VALUE_UNITS)
    link = f'<a href="{escape(address)}">{escape(shown, quote=False)}</a>'
    return _Piece(f"<b>{escape(label)}:</b> {link}", units(f"{label}: {shown}"))


def _plain(text: str) -> _Piece:
    return _Piece(escape(text, quote=False), units(text))


def _local(stored: str, zone: tzinfo) -> str:
    return datetime.fromisoformat(stored).astimezone(zone).strftime(_WHEN)
