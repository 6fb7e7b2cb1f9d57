"""Which list of commands a person sees in a chat."""

from typing import Any

import pytest

from telegram.sandbox.guest import Guest
from telegram.sandbox.model import Chat
from tests.unit.telegram.sandbox.api import Api


async def put(api: Api, name: str, language: str = "", **scope: Any) -> None:
    """Set a list of one command."""
    await api.result(
        "setMyCommands",
        commands=[{"command": name, "description": "x"}],
        scope=scope or {"type": "default"},
        language_code=language,
    )


def seen(guest: Guest) -> str:
    """The only command of the menu."""
    (command,) = guest.commands()
    return command["command"]


def group_of(api: Api, owner: Guest) -> tuple[Chat, Guest]:
    chat = api.sandbox.world.add_group("G", [owner.person])
    return chat, Guest(api.sandbox.world, person=owner.person, chat=chat)


async def test_language_wins_within_a_scope_and_scope_over_language(api: Api) -> None:
    guest = await api.guest(language_code="ru")
    assert guest.commands() == []
    steps: list[tuple[str, dict[str, Any], str]] = [
        ("default", {}, ""),
        ("default_ru", {}, "ru"),
        ("private", {"type": "all_private_chats"}, ""),
        ("private_ru", {"type": "all_private_chats"}, "ru"),
        ("chat", {"type": "chat", "chat_id": guest.id}, ""),
        ("chat_ru", {"type": "chat", "chat_id": guest.id}, "ru"),
    ]

    for name, scope, language in steps:
        await put(api, name, language, **scope)

        assert seen(guest) == name


async def test_list_of_another_language_or_kind_of_chat_is_not_seen(api: Api) -> None:
    guest = await api.guest(language_code="uz")

    await put(api, "plain")
    await put(api, "russian", "ru")
    await put(api, "groups", type="all_group_chats")

    assert seen(guest) == "plain"


async def test_language_with_a_region_means_the_language(api: Api) -> None:
    guest = await api.guest(language_code="en-GB")

    await put(api, "plain")
    await put(api, "english", "en")

    assert seen(guest) == "english"


async def test_groups_rank_member_over_administrators_over_chat(api: Api) -> None:
    guest = await api.guest()
    chat, owner = group_of(api, guest)
    member = Guest(api.sandbox.world, "Eve", chat=chat)
    chat.members[member.id] = "member"
    steps: list[tuple[dict[str, Any], bool]] = [
        ({"type": "all_group_chats"}, True),
        ({"type": "all_chat_administrators"}, False),
        ({"type": "chat", "chat_id": chat.id}, True),
        ({"type": "chat_administrators", "chat_id": chat.id}, False),
        ({"type": "chat_member", "chat_id": chat.id, "user_id": guest.id}, False),
    ]
    of_member = ""

    for number, (scope, for_all) in enumerate(steps):
        await put(api, f"step{number}", **scope)
        of_member = f"step{number}" if for_all else of_member

        assert (seen(owner), seen(member)) == (f"step{number}", of_member)


async def test_deleted_or_empty_list_gives_way_to_a_wider_one(api: Api) -> None:
    guest = await api.guest()
    await put(api, "wide")
    scope: dict[str, Any] = {"type": "chat", "chat_id": guest.id}

    await put(api, "narrow", **scope)
    await api.result("deleteMyCommands", scope=scope)
    after_deletion = seen(guest)
    await api.result("setMyCommands", commands=[], scope={"type": "all_private_chats"})

    assert after_deletion == seen(guest) == "wide"


@pytest.mark.parametrize(
    ("scope", "refusal"),
    [
        ({"type": "chat", "chat_id": 5}, "chat not found"),
        ({"type": "chat"}, "chat_id is empty"),
        ({"type": "chat_member", "chat_id": "group", "user_id": 5}, "user not found"),
    ],
)
async def test_scope_of_somebody_unknown_is_refused(
    api: Api, scope: dict[str, Any], refusal: str
) -> None:
    guest = await api.guest()
    chat, _ = group_of(api, guest)
    if scope.get("chat_id") == "group":
        scope = scope | {"chat_id": chat.id}

    said = await api.refusal("setMyCommands", commands=[], scope=scope)

    assert said == f"Bad Request: {refusal}"


async def test_chat_that_was_never_started_has_no_commands_of_its_own(api: Api) -> None:
    stranger = Guest(api.sandbox.world)
    scope = {"type": "chat", "chat_id": stranger.id}

    said = await api.refusal("setMyCommands", commands=[], scope=scope)

    assert said == "Bad Request: chat not found"


async def test_state_gives_the_list_of_the_person_who_looks(api: Api) -> None:
    guest = await api.guest(language_code="uz")
    group_of(api, guest)
    await put(api, "uzbek", "uz", type="all_private_chats")
    await put(api, "groups", type="all_group_chats")

    answer = await api.client.get(
        f"{api.sandbox.base_url}/sandbox/state", params={"user": guest.id}
    )

    private, group = answer.json()["chats"]
    assert [each["command"] for each in private["commands"]] == ["uzbek"]
    assert [each["command"] for each in group["commands"]] == ["groups"]
