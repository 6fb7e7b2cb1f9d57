"""The forms about the staff: adding somebody, and giving them another name.

Adding keeps its draft in a row that is made when it is known who it is about. Whoever is on the
staff already is changed by it, and told apart in the last word.
"""

from store.domain.ids import GuestId
from store.domain.records import StaffMember, StaffRole
from store.domain.texts import staff as texts
from store.domain.texts.text import LANGUAGES, Text
from store.steps import PutStaff, Steps
from telegram.botapi.html import escape
from telegram.dialogue.filling import close, expire
from telegram.dialogue.flows import Filled, Flow, Turn
from telegram.dialogue.saying import say
from telegram.dialogue.staff_pages import MOST_STAFF, duties, member_of, page
from telegram.dialogue.view import operators
from telegram.forms import parsers
from telegram.forms.spec import Choice, Field, Form, Keeps

SUBJECT = "STAFF"
NAME_LIMIT = 64
_ROLES = tuple(Choice(str(role), texts.ROLES[role]) for role in StaffRole)
_ASK_ROLE = Text(**{code: texts.ASK_ROLE.of(code, duties=duties(code)) for code in LANGUAGES})


def _added(turn: Turn, filled: Filled) -> Steps:
    match dict(filled.answers):
        case {"telegram_id": int(user), "name": str(name), "role": str(role)} if role in _VALUES:
            member = StaffMember(GuestId(user), name, StaffRole(role))
        case _:
            return expire(turn)
    is_new = member_of(turn.view, user) is None
    if is_new and len(turn.view.staff) >= MOST_STAFF:
        return close(turn, texts.FULL.of(turn.language, most=MOST_STAFF))
    text = _welcome(turn, member) if is_new else _updated(turn, member)
    return _put(turn, member, text)


def _renamed(turn: Turn, filled: Filled) -> Steps:
    member = member_of(turn.view, filled.args.get("user"))
    name = filled.answers.get("name")
    if member is None or not isinstance(name, str):
        return close(turn, texts.GONE.of(turn.language))
    member = StaffMember(member.telegram_user_id, name, member.role)
    return _put(turn, member, texts.RENAMED.of(turn.language, name=_bold(name)))


def _put(turn: Turn, member: StaffMember, text: str) -> Steps:
    """Write somebody, say the last word, and show their page as it is now."""
    person = turn.caller.person
    put = PutStaff(member.telegram_user_id, member.name, member.role, person.id)
    shown = say(person, *page(member, turn.language), key="page")
    return (put, *close(turn, text), shown)


def _welcome(turn: Turn, member: StaffMember) -> str:
    name, bot = _bold(member.name), turn.view.bot_username
    if member.telegram_user_id == turn.caller.person.id:
        return texts.ADDED_SELF.of(turn.language, name=name)
    link = f" (https://t.me/{escape(bot)})" if bot else ""
    return texts.ADDED.of(turn.language, name=name, link=link)


def _updated(turn: Turn, member: StaffMember) -> str:
    role = texts.ROLES[member.role].of(turn.language)
    return texts.UPDATED.of(turn.language, name=_bold(member.name), role=role)


def _bold(name: str) -> str:
    return f"<b>{escape(name)}</b>"


_VALUES = frozenset(choice.value for choice in _ROLES)
_NAME = Field("name", texts.NAME, texts.ASK_NAME, parsers.text(NAME_LIMIT))
ADD = Flow(
    SUBJECT,
    "add",
    Form(
        "staff",
        texts.TITLE_ADD,
        (
            Field("telegram_id", texts.PERSON, texts.ASK_PERSON, parsers.person()),
            _NAME,
            Field("role", texts.ROLE, _ASK_ROLE, parsers.choice(_ROLES), _ROLES),
        ),
        keeps=Keeps.ROW_AT_FIRST,
    ),
    operators,
    _added,
)
RENAME = Flow(
    SUBJECT,
    "rename",
    Form("staff_rename", texts.TITLE_RENAME, (_NAME,), confirm=False),
    operators,
    _renamed,
)
