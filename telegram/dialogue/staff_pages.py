"""How the staff looks in the chat: the list and a person's page, as text with buttons.

Names were typed by operators and are escaped. A button about a person carries their Telegram id.
"""

from store.domain.outgoing import Button, Rows
from store.domain.records import StaffMember, StaffRole
from store.domain.texts import staff as texts
from telegram.botapi.html import cut, escape
from telegram.dialogue.view import View

WORD = "st"
LIST, ADD, OPEN, RENAME, REMOVE = "list", "add", "open", "rename", "remove"
"""What a button of the staff wants; beside these, a role that is to be given."""
MOST_STAFF = 90
"""A keyboard has 100 buttons at most, as the Bot API's server has it."""
_NOBODY = 1
"""The number in a button that is about nobody; it must not be 0."""
_LABEL_UNITS = 40


def listed(staff: tuple[StaffMember, ...], language: str) -> tuple[str, Rows]:
    """Return the list: a button for each person, and one to add somebody."""
    rows = [(_entry(member, language),) for member in staff]
    add = _button(texts.ADD.of(language), _NOBODY, ADD)
    return (texts.LIST if staff else texts.NOBODY).of(language), (*rows, (add,))


def page(member: StaffMember, language: str) -> tuple[str, Rows]:
    """Return a person's page: who they are, what roles mean, what can be done."""
    user = member.telegram_user_id
    text = texts.PAGE.of(
        language,
        name=escape(member.name),
        id=user,
        role=texts.ROLES[member.role].of(language),
        duties=duties(language),
    )
    is_viewer = member.role is StaffRole.VIEWER
    other = StaffRole.LEAD_ADMIN if is_viewer else StaffRole.VIEWER
    changes = (
        _button(texts.RENAME.of(language), user, RENAME),
        _button(texts.REMOVE.of(language), user, REMOVE),
    )
    back = (_button(texts.BACK.of(language), _NOBODY, LIST),)
    return text, ((_button(texts.MAKE[other].of(language), user, other),), changes, back)


def duties(language: str) -> str:
    """Return what each role may do."""
    return "\n\n".join(texts.DUTIES[role].of(language) for role in StaffRole)


def member_of(view: View, user: object) -> StaffMember | None:
    """Return the member of the staff with that Telegram id; None when there is none."""
    return next((member for member in view.staff if member.telegram_user_id == user), None)


def _entry(member: StaffMember, language: str) -> Button:
    name, role = cut(member.name, _LABEL_UNITS), texts.ROLES[member.role].of(language)
    text = texts.ENTRY.of(language, name=name, role=role)
    return _button(text, member.telegram_user_id, OPEN)


def _button(text: str, row: int, verb: str) -> Button:
    return Button(text, data=f"{WORD}:{row}:{verb}")
