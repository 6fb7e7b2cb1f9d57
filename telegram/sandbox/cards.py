"""What a person can send without a file: contacts, places, dice, polls."""

import math
from collections.abc import Sequence
from typing import Any

from telegram.sandbox import limits
from telegram.sandbox.model import Chat, Message, Person
from telegram.sandbox.sending import PLAINLY, CannotDo, Manner, deliver
from telegram.sandbox.world import World


def phone_of(person: Person) -> str:
    """The person's phone number; one is made from the id when none was given."""
    return person.phone or f"+99890{person.id % 10_000_000:07d}"


def share_contact(
    world: World,
    person: Person,
    chat: Chat,
    whose: Person | None = None,
    *,
    manner: Manner = PLAINLY,
) -> Message:
    """Share the own contact, or that of another person of Telegram."""
    shared = whose or person
    contact = {
        "phone_number": phone_of(shared),
        "first_name": shared.first_name,
        "user_id": shared.id,
    }
    if shared.last_name:
        contact["last_name"] = shared.last_name
    return deliver(world, person, chat, {"contact": contact}, manner)


def send_card(
    world: World,
    person: Person,
    chat: Chat,
    phone_number: str,
    first_name: str,
    *,
    last_name: str = "",
    manner: Manner = PLAINLY,
) -> Message:
    """Share an entry of the address book that has no account: a contact without `user_id`."""
    if not phone_number.strip():
        raise CannotDo("a contact needs a phone number")
    contact = {"phone_number": phone_number, "first_name": first_name}
    if last_name:
        contact["last_name"] = last_name
    return deliver(world, person, chat, {"contact": contact}, manner)


def send_location(
    world: World,
    person: Person,
    chat: Chat,
    latitude: float,
    longitude: float,
    *,
    manner: Manner = PLAINLY,
) -> Message:
    """Send a place, in degrees."""
    if not (math.isfinite(latitude) and math.isfinite(longitude)):
        raise CannotDo("there is no such place")
    if abs(latitude) > 90 or abs(longitude) > 180:
        raise CannotDo("there is no such place")
    place = {"latitude": latitude, "longitude": longitude}
    return deliver(world, person, chat, {"location": place}, manner)


def send_dice(
    world: World, person: Person, chat: Chat, emoji: str = "🎲", *, manner: Manner = PLAINLY
) -> Message:
    """Throw one of the dice; its value is drawn from the world's generator."""
    if emoji not in limits.DICE_SIDES:
        raise CannotDo(f"dice are one of {' '.join(limits.DICE_SIDES)}")
    value = world.rng.randint(1, limits.DICE_SIDES[emoji])
    return deliver(world, person, chat, {"dice": {"emoji": emoji, "value": value}}, manner)


def send_poll(
    world: World,
    person: Person,
    chat: Chat,
    question: str,
    options: Sequence[str],
    *,
    manner: Manner = PLAINLY,
) -> Message:
    """Send a regular anonymous poll."""
    if not 0 < len(question) <= limits.POLL_QUESTION_MAX:
        raise CannotDo(f"a question has up to {limits.POLL_QUESTION_MAX} characters")
    if not limits.POLL_OPTIONS_MIN <= len(options) <= limits.POLL_OPTIONS_MAX:
        raise CannotDo(f"a poll has up to {limits.POLL_OPTIONS_MAX} options, two at least")
    if not all(0 < len(each) <= limits.POLL_OPTION_MAX for each in options):
        raise CannotDo(f"an option has up to {limits.POLL_OPTION_MAX} characters")
    return deliver(world, person, chat, {"poll": _poll(world, question, options)}, manner)


def _poll(world: World, question: str, options: Sequence[str]) -> dict[str, Any]:
    return {
        "id": str(world.rng.getrandbits(62)),
        "question": question,
        "options": [
            {"persistent_id": str(at), "text": text, "voter_count": 0}
            for at, text in enumerate(options)
        ],
        "total_voter_count": 0,
        "is_closed": False,
        "is_anonymous": True,
        "type": "regular",
        "allows_multiple_answers": False,
        "allows_revoting": True,
        "members_only": False,
    }
