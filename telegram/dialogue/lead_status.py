"""Status buttons of a lead: whose press counts, what it is answered, which card stays live.

Every press is answered, and a press of an admin counts whichever card it was made on. A card that
the lead's row does not know is adopted when it is the newest one, because posting it may have
ended without an answer; else it is an old one and loses its text and its buttons. So in the end a
lead has one live card.
"""

from store.domain.leads import Lead
from store.domain.machine import Role
from store.domain.reasons import Refusal
from store.domain.status import CardStatus, LeadStatus
from store.domain.texts import leads as texts
from store.domain.texts import talk
from store.domain.texts.text import Text
from store.steps import PullThen, Step, Steps
from telegram.dialogue.intents import LeadPress, Place
from telegram.dialogue.saying import answer, put
from telegram.dialogue.view import View


def press(intent: LeadPress, view: View) -> Steps:
    """Set the status that the button names, or say why not."""
    lead, language = view.leads.lead, view.language
    if not view.rights.leads:
        return (answer(intent.press, talk.NO_ACCESS.of(language), alert=True),)
    if intent.lead_id is None or intent.target is None:
        return (answer(intent.press, talk.NOT_YOUR_TURN.of(language)),)
    if lead is None:
        return (answer(intent.press, texts.NO_SUCH_LEAD.of(language), alert=True),)
    return (_set(intent, lead, intent.target, view), *_settle(intent.place, lead, view))


def _set(intent: LeadPress, lead: Lead, target: LeadStatus, view: View) -> Step:
    language = view.language
    erased = (answer(intent.press, texts.ERASED.of(language), alert=True),)
    unknown = (answer(intent.press, texts.NO_SUCH_LEAD.of(language), alert=True),)
    already = (answer(intent.press, texts.ALREADY_SO.of(language)),)
    then: dict[str, Steps] = {
        target: (answer(intent.press, texts.STATUSES[target].of(language)),),
        # An erased lead refuses the status it has as a wrong one, and any other as erased.
        Refusal.WRONG_STATUS: erased if lead.erased else already,
        # What became so after the look at the lead: a card that its row does not know shows the
        # person still.
        Refusal.ERASED: (*erased, *_stub(intent.place, lead)),
        Refusal.NOT_FOUND: (*unknown, *_gone(intent.place, lead, view)),
    }
    stale = (answer(intent.press, talk.NOT_YOUR_TURN.of(language)),)
    role, who = Role.LEAD_ADMIN, intent.press.person.label
    return PullThen("lead", str(lead.id), str(target), role, {}, then, stale, who)


def _settle(place: Place | None, lead: Lead, view: View) -> Steps:
    """Decide which card is the live one."""
    known = _known(lead)
    if place is None or place == known:
        return ()
    if known is None:
        return (_adopt(place, lead),)
    if place.chat_id == known.chat_id and place.message_id > known.message_id:
        # Ids of messages grow in a chat, so this card is newer than the one the row knows.
        return (_adopt(place, lead),)
    if place.chat_id != known.chat_id and (lead.repost or lead.in_doubt):
        # It is being posted anew, perhaps right here; a later press will tell.
        return ()
    return _blank(place, lead, texts.MOVED, view)


def _adopt(place: Place, lead: Lead) -> Step:
    """Make the pressed card the lead's; refused when the row has changed, which is as well.

    With `shown` 0 the publisher rewrites it, and the former card is retired by the transition.
    """
    trigger = "published" if lead.card is CardStatus.PENDING else "moved"
    return _pull(trigger, place, lead)


def _stub(place: Place | None, lead: Lead) -> Steps:
    """Have a card rewritten that its lead, erased just now, does not know of."""
    if lead.erased or place is None or place == _known(lead):
        return ()
    return (_pull("moved", place, lead),)


def _gone(place: Place | None, lead: Lead, view: View) -> Steps:
    """Blank a card whose lead was deleted just now without knowing of it."""
    if place is None or place == _known(lead):
        return ()
    return _blank(place, lead, texts.DELETED, view)


def _pull(trigger: str, place: Place, lead: Lead) -> Step:
    args = {
        "chat_id": place.chat_id,
        "message_id": place.message_id,
        "shown": 0,
        "former_chat": lead.chat_id,
        "former_message": lead.message_id,
    }
    return PullThen("lead_card", str(lead.id), trigger, Role.LEAD_ADMIN, args, {})


def _known(lead: Lead) -> Place | None:
    if lead.chat_id is None or lead.message_id is None:
        return None
    return Place(lead.chat_id, lead.message_id)


def _blank(place: Place, lead: Lead, text: Text, view: View) -> Steps:
    """Put a text without buttons in the place of a card."""
    return put(place, text.of(view.leads.card_language, lead=lead.id))
