"""Which command lists are planned for whom, and which calls a difference takes."""

import re
from dataclasses import replace

from store.domain.ids import GuestId
from store.domain.records import StaffMember, StaffRole
from telegram.dialogue.buses import ENTRIES, Audience
from telegram.gathering import Booth
from telegram.registrations import (
    IN_DOUBT,
    Registration,
    Scope,
    changes,
    digest,
    plan,
    removal,
)

OPERATOR, ADMIN, MEMBER, VIEWER, GROUP = 11, 22, 33, 44, -100_55
BOOTH = Booth(operators=frozenset({OPERATOR}), lead_admins=frozenset({ADMIN}))
STAFF = (
    StaffMember(GuestId(MEMBER), "Members name", StaffRole.LEAD_ADMIN),
    StaffMember(GuestId(VIEWER), "Viewers name", StaffRole.VIEWER),
)
PLANNED = plan(BOOTH, STAFF, GROUP)


def names(*audiences: Audience) -> list[str]:
    return [entry.name for entry in ENTRIES if entry.audience in audiences]


def listed(
    chat_id: int | None, code: str = "", planned: tuple[Registration, ...] = PLANNED
) -> list[str]:
    """The commands of the one list for a chat and a language."""
    (found,) = (
        each for each in planned if each.scope == Scope(chat_id) and each.language_code == code
    )
    return [name for name, _ in found.commands]


def all_registered(bot: str = "1") -> dict[str, str]:
    return {each.key: digest(each, bot) for each in PLANNED}


def test_everybody_is_offered_the_guests_commands() -> None:
    assert listed(None) == names(Audience.GUESTS)
    assert "start" in listed(None)


def test_an_operator_is_offered_the_operators_commands_besides() -> None:
    assert listed(OPERATOR) == names(Audience.GUESTS, Audience.OPERATORS)


def test_lead_admins_by_setting_and_by_staff_are_offered_the_lead_commands() -> None:
    wanted = names(Audience.GUESTS, Audience.LEAD_ADMINS)
    assert (listed(ADMIN), listed(MEMBER)) == (wanted, wanted)


def test_an_operator_who_is_a_lead_admin_is_offered_everything() -> None:
    both = plan(replace(BOOTH, lead_admins=frozenset({OPERATOR})))

    assert listed(OPERATOR, planned=both) == [entry.name for entry in ENTRIES]


def test_a_viewer_is_offered_the_card_beside_what_guests_are() -> None:
    assert set(listed(VIEWER)) == {*names(Audience.GUESTS), "stickers_lead"}


def test_the_group_lists_only_what_is_given_in_groups() -> None:
    assert listed(GROUP) == [entry.name for entry in ENTRIES if entry.in_group]


def test_without_a_group_no_group_is_planned() -> None:
    assert all((each.scope.chat_id or 1) > 0 for each in plan(BOOTH, STAFF))


def test_each_list_is_in_every_language_and_once_without_one_in_the_first() -> None:
    planned = plan(Booth(languages=("uz", "en")))

    first, start = ENTRIES[0], {each.language_code: each.commands[0][1] for each in planned}
    assert start == {"": first.about.uz, "uz": first.about.uz, "en": first.about.en}


def test_every_list_is_one_that_telegram_takes() -> None:
    for each in PLANNED:
        assert 1 <= len(each.commands) <= 100
        for name, about in each.commands:
            assert re.fullmatch("[a-z0-9_]{1,32}", name)
            assert 1 <= len(about) <= 256


def test_scopes_are_written_as_telegram_names_them() -> None:
    assert Scope().to_json() == {"type": "all_private_chats"}
    assert Scope(-5).to_json() == {"type": "chat", "chat_id": -5}


def test_what_is_registered_already_takes_no_call() -> None:
    assert changes(PLANNED, all_registered(), "1") == ()


def test_only_a_list_that_differs_or_is_in_doubt_is_set() -> None:
    other, doubtful = PLANNED[1], PLANNED[2]
    registered = all_registered() | {other.key: "other", doubtful.key: IN_DOUBT}

    assert changes(PLANNED, registered, "1") == (other, doubtful)


def test_a_list_that_is_no_longer_planned_is_deleted() -> None:
    gone = [each for each in PLANNED if each.scope in {Scope(MEMBER), Scope(VIEWER)}]

    due = changes(plan(BOOTH, (), GROUP), all_registered(), "1")

    assert due == tuple(replace(each, commands=()) for each in gone)


def test_for_another_bot_everything_is_set_anew() -> None:
    assert changes(PLANNED, all_registered(), "2") == PLANNED


def test_what_is_remembered_of_a_list_is_enough_to_delete_it() -> None:
    assert [removal(each.key) for each in PLANNED] == [
        replace(each, commands=()) for each in PLANNED
    ]
