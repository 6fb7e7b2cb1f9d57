"""What a person may want of the bot, as values; `reading` makes them from updates.

Ids, names and data come from outside: rights are checked where the records are. What people wrote
and how they are called stays out of every repr.
"""

from dataclasses import dataclass, field

from store.domain.ids import GuestId, Token
from store.domain.leads import LeadId
from store.domain.status import LeadStatus
from telegram.forms.given import Given

CONSENT, LEAD, YES, NO = "consent", "stickers_lead", "yes", "no"


@dataclass(frozen=True, slots=True)
class Person:
    """Who acted, where they are answered, and the language code of their app.

    `label` is how they are named to colleagues: `@username`, else a first name, else the id.
    """

    id: GuestId
    chat_id: int
    language_code: str | None
    username: str | None = field(default=None, repr=False)
    label: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message is that can still be edited."""

    chat_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button; `message_id` is None when its message can no longer be edited."""

    query_id: str
    person: Person
    message_id: int | None


@dataclass(frozen=True, slots=True)
class Caller:
    """Who wrote, and where; no person stands behind a mask (anonymous admin, channel).

    `topic` is the topic of a forum in which it was written.
    """

    person: Person
    in_private: bool
    masked: bool
    topic: int | None = None


def in_private(person: Person) -> Caller:
    """Return somebody as who they are in a private chat."""
    return Caller(person, in_private=True, masked=False)


@dataclass(frozen=True, slots=True)
class StartToken:
    """`/start` with the payload of a link; `token` is None when it cannot be one of ours."""

    person: Person
    token: Token | None


@dataclass(frozen=True, slots=True)
class PlainStart:
    """`/start` without a payload."""

    person: Person


@dataclass(frozen=True, slots=True)
class Help:
    """`/help`."""

    person: Person


@dataclass(frozen=True, slots=True)
class Unclear:
    """A command that the bot does not know."""

    person: Person


@dataclass(frozen=True, slots=True)
class Command:
    """A command that is answered by the bus of commands; `name` is in lower case."""

    caller: Caller
    name: str
    argument: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Said:
    """A message that is no command: the answer to a question, a reply key, or idle talk.

    `text` is its text as written, None without one. `album` is the group of pictures it is part
    of; `edited` tells that an earlier message was changed.
    """

    caller: Caller
    given: Given = field(repr=False)
    text: str | None = field(repr=False)
    album: str | None = None
    edited: bool = False


@dataclass(frozen=True, slots=True)
class Consent:
    """The consent button of a session was pressed."""

    press: Press
    token: Token


@dataclass(frozen=True, slots=True)
class RowPress:
    """A button `<word>:<row>[:<rest>]` was pressed; it is answered by the bus of presses."""

    press: Press
    place: Place | None
    word: str
    row: int
    rest: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class FormPress:
    """A button under a question of a form was pressed.

    `run` tells one filling-in from another, `question` is the place of the field in the form.
    """

    press: Press
    place: Place | None
    run: str
    question: str
    verb: str
    choice: str = field(default="", repr=False)
    topic: int | None = None


@dataclass(frozen=True, slots=True)
class OtherPress:
    """A button with data that nobody knows any more was pressed."""

    press: Press


@dataclass(frozen=True, slots=True)
class LeadPress:
    """A status button of a lead was pressed; what cannot be read of its data is None."""

    press: Press
    place: Place | None
    lead_id: LeadId | None
    target: LeadStatus | None


@dataclass(frozen=True, slots=True)
class ConfirmPress:
    """A question was answered; `row` says which."""

    press: Press
    place: Place | None
    row: int
    yes: bool


@dataclass(frozen=True, slots=True)
class ShowLead:
    """`/stickers_lead <id>`; the id is None when it cannot be read."""

    caller: Caller
    lead_id: LeadId | None


@dataclass(frozen=True, slots=True)
class ForgetLead:
    """`/stickers_forget <id>`, with `тест` for the whole lead; the id is None when unreadable."""

    caller: Caller
    lead_id: LeadId | None
    whole: bool


@dataclass(frozen=True, slots=True)
class Blocked:
    """The person blocked the bot."""

    person: Person


@dataclass(frozen=True, slots=True)
class Unblocked:
    """The person let the bot write again."""

    person: Person


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nothing to be done."""


Commanded = StartToken | PlainStart | Help | Unclear | Command | ShowLead | ForgetLead
"""What was written as a command: each ends whatever the person was in the middle of."""
Intent = (
    Commanded
    | Said
    | Consent
    | RowPress
    | FormPress
    | ConfirmPress
    | LeadPress
    | OtherPress
    | Blocked
    | Unblocked
    | Ignored
)


def person_of(intent: Intent) -> Person | None:
    """Return who acted; None when nothing is to be done."""
    match intent:
        case Ignored():
            return None
        case Command(caller=caller) | Said(caller=caller):
            return caller.person
        case ShowLead(caller=caller) | ForgetLead(caller=caller):
            return caller.person
        case StartToken() | PlainStart() | Help() | Unclear() | Blocked() | Unblocked():
            return intent.person
        case _:
            return intent.press.person
