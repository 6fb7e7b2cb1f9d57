"""The staff that operators add at run time: the list, a person's page, what is done there.

Rights are checked at every step anew. A page is shown in the place of the pressed button, as it
will be once the change is written; a button names the wanted role, so a second press of it does
not turn the first one back.
"""

from dataclasses import replace
from functools import partial

from store.domain.ids import GuestId
from store.domain.records import StaffMember, StaffRole
from store.domain.texts import staff as texts
from store.domain.texts import talk
from store.steps import PutStaff, RemoveStaff, Steps
from telegram.botapi.html import escape
from telegram.dialogue import filling, questions, staff_forms
from telegram.dialogue import staff_pages as pages
from telegram.dialogue.flows import Turn
from telegram.dialogue.intents import Command, ConfirmPress, Place, Press, RowPress, in_private
from telegram.dialogue.questions import Doing
from telegram.dialogue.saying import answer, reply, show
from telegram.dialogue.view import Asked, View, operators

REMOVE_STAFF = "remove_staff"


def show_list(command: Command, view: View) -> Steps:
    """Show who is on the staff."""
    if not view.rights.operator:
        return reply(command.caller, view, talk.NO_ACCESS.of(view.language))
    return reply(command.caller, view, *pages.listed(view.staff, view.language))


def press(pressed: RowPress, view: View) -> Steps:
    """Answer a button of the list or of a person's page."""
    if not view.rights.operator:
        return (answer(pressed.press, talk.NO_ACCESS.of(view.language), alert=True),)
    if pressed.rest in {pages.ADD, pages.RENAME} and view.state is not None:
        return filling.busy(pressed.press, view)
    match pressed.rest:
        case pages.LIST:
            return _to_list(pressed.press, pressed.place, view.staff, view)
        case pages.ADD:
            return _add(pressed, view)
    member = pages.member_of(view, pressed.row)
    if member is None:
        text = texts.GONE.of(view.language)
        return _to_list(pressed.press, pressed.place, view.staff, view, text)
    return _on_page(pressed, member, view)


def _on_page(pressed: RowPress, member: StaffMember, view: View) -> Steps:
    match pressed.rest:
        case pages.OPEN:
            return (answer(pressed.press), *_to_page(pressed, member, view))
        case StaffRole.LEAD_ADMIN | StaffRole.VIEWER:
            return _give_role(pressed, member, StaffRole(pressed.rest), view)
        case pages.RENAME:
            begun = filling.begin(_turn(pressed, view), staff_forms.RENAME, args=_about(member))
            return (answer(pressed.press), *begun)
        case pages.REMOVE:
            return _ask_remove(pressed, member, view)
        case _:
            return (answer(pressed.press, talk.NOT_YOUR_TURN.of(view.language)),)


def _add(pressed: RowPress, view: View) -> Steps:
    if len(view.staff) >= pages.MOST_STAFF:
        text = texts.FULL.of(view.language, most=pages.MOST_STAFF)
        return (answer(pressed.press, text, alert=True),)
    return (answer(pressed.press), *filling.begin(_turn(pressed, view), staff_forms.ADD))


def _give_role(pressed: RowPress, member: StaffMember, role: StaffRole, view: View) -> Steps:
    changed = replace(member, role=role)
    written: Steps = ()
    if changed != member:
        by = pressed.press.person.id
        written = (PutStaff(member.telegram_user_id, member.name, role, by),)
    said = answer(pressed.press, texts.ROLES[role].of(view.language))
    return (*written, said, *_to_page(pressed, changed, view))


def _ask_remove(pressed: RowPress, member: StaffMember, view: View) -> Steps:
    text = texts.ASK_REMOVE.of(view.language, name=f"<b>{escape(member.name)}</b>")
    asked = questions.ask(
        pressed.press.person.id,
        REMOVE_STAFF,
        str(member.telegram_user_id),
        view.language,
        partial(show, pressed.press, pressed.place, text),
    )
    return (answer(pressed.press), *asked)


def _remove(intent: ConfirmPress, asked: Asked, view: View) -> Steps:
    user = GuestId(int(asked.record))
    left = tuple(member for member in view.staff if member.telegram_user_id != user)
    said = (texts.REMOVED.of(view.language), texts.GONE.of(view.language))
    then, otherwise = (_to_list(intent.press, intent.place, left, view, text) for text in said)
    return (RemoveStaff(user, intent.press.person.id, then, otherwise),)


def _to_list(
    pressed: Press, place: Place | None, staff: tuple[StaffMember, ...], view: View, text: str = ""
) -> Steps:
    return (answer(pressed, text), *show(pressed, place, *pages.listed(staff, view.language)))


def _to_page(pressed: RowPress, member: StaffMember, view: View) -> Steps:
    return show(pressed.press, pressed.place, *pages.page(member, view.language))


def _about(member: StaffMember) -> dict[str, int]:
    return {"user": member.telegram_user_id}


def _turn(pressed: RowPress, view: View) -> Turn:
    return Turn(in_private(pressed.press.person), view)


PRESSES = {pages.WORD: press}
FLOWS = (staff_forms.ADD, staff_forms.RENAME)
ACTIONS = {REMOVE_STAFF: Doing(operators, _remove)}
