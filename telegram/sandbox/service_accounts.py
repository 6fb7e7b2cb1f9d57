"""Accounts of the service itself, in whose name some messages arrive.

Their ids are published by Telegram. They are in no list of people and nobody can play them.
"""

from telegram.sandbox.model import Person

ANONYMOUS_ADMIN = Person(
    1087968824, "Group", username="GroupAnonymousBot", language_code="", is_bot=True
)
CHANNEL_SPEAKER = Person(136817688, "Channel", username="Channel_Bot", is_bot=True)
LINKED_CHANNEL = Person(777000, "Telegram", language_code="")
ALL = (ANONYMOUS_ADMIN, CHANNEL_SPEAKER, LINKED_CHANNEL)
IDS = frozenset(each.id for each in ALL)
