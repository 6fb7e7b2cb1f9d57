"""Delivery of keyboards, stickers, edits and deletions by reference, against the sandbox."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from trio.testing import MockClock

from store.domain.ids import GuestId
from store.domain.outgoing import Body, Button, Delete, Edit, Keys, Say, ShowSticker
from store.steps import DeletePosted, EditPosted, Enqueue, Post
from telegram.sandbox.faults import Cut, Fault
from telegram.sandbox.guest import Guest
from tests.unit.telegram.bot import Bot, a_bot

SENT = ("sent", None)


@pytest.fixture
async def bot(tmp_path: Path, autojump_clock: MockClock) -> AsyncIterator[Bot]:
    async with a_bot(tmp_path) as made:
        yield made


@pytest.fixture
async def guest(bot: Bot) -> Guest:
    person = bot.guest()
    await person.press_start()
    return person


def sticker(bot: Bot, name: str = "outfits/sample.webp") -> str:
    """Lay a sticker into the data folder; returns its name."""
    path = bot.booth.path.parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGBA", (512, 512), "red").save(path)
    return name


async def post(bot: Bot, guest: Guest, body: Body | None = None) -> int:
    """Post something and return its reference."""
    metas: list[int] = []

    def keep(meta: int) -> tuple[()]:
        metas.append(meta)
        return ()

    user = GuestId(guest.id)
    await bot.queue(Post(user, guest.id, body or Say("вопрос"), "post", "prompt", keep))
    return metas[0]


async def delivered(bot: Bot) -> list[tuple[Any, ...]]:
    """Run delivery until nothing waits; returns how it went."""
    delivery = await bot.start(bot.delivery())
    waiting = "SELECT 1 FROM outbox WHERE status IN ('pending', 'sending') LIMIT 1"
    await bot.becomes(waiting, [])
    await delivery.stop()
    return await bot.outbox()


async def test_keys_become_a_keyboard_that_fits_and_stays(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    keys = Keys((("Да", "Нет"), ("Отмена",)), "Имя гостя")
    await bot.queue(Enqueue("reply", guest.id, Say("?", keys=keys), "say"))

    await delivered(bot)

    (call,) = bot.sandbox.calls.of("sendMessage")
    assert call.fields["reply_markup"] == {
        "keyboard": [[{"text": "Да"}, {"text": "Нет"}], [{"text": "Отмена"}]],
        "resize_keyboard": True,
        "is_persistent": True,
        "input_field_placeholder": "Имя гостя",
    }


async def test_keys_without_rows_take_the_keyboard_away(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.queue(Enqueue("reply", guest.id, Say("готово", keys=Keys()), "say"))

    await delivered(bot)

    (call,) = bot.sandbox.calls.of("sendMessage")
    assert call.fields["reply_markup"] == {"remove_keyboard": True}


async def test_a_long_hint_for_the_input_field_is_cut_to_what_fits(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    keys = Keys((("Да",),), "ж" * 100)
    await bot.queue(Enqueue("reply", guest.id, Say("?", keys=keys), "say"))

    assert await delivered(bot) == [SENT]


async def test_a_posted_message_is_edited_and_then_deleted_by_its_reference(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    meta = await post(bot, guest)
    await bot.queue(EditPosted(meta, "ответ", (), "edit"))
    edited = await delivered(bot)
    texts = guest.texts()

    await bot.queue(DeletePosted(meta, "gone"))
    deleted = await delivered(bot)

    assert (edited, texts) == ([SENT, SENT], ["ответ"])
    assert (deleted, guest.texts()) == ([SENT] * 3, [])
    assert await bot.rows("SELECT 1 FROM message_meta") == []


async def test_a_deletion_that_waits_spares_the_edit_before_it(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    meta = await post(bot, guest)
    await bot.queue(EditPosted(meta, "ответ", (), "edit"), DeletePosted(meta, "gone"))

    ended = await delivered(bot)

    assert ended == [SENT, ("failed", "superseded"), SENT]
    assert bot.sandbox.calls.of("editMessageText") == []


async def test_a_deletion_of_a_message_that_is_gone_counts_as_done(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    await bot.queue(Enqueue("delete", guest.id, Delete(4_000), "gone"))

    assert await delivered(bot) == [SENT]
    assert len(bot.sandbox.calls.of("deleteMessage")) == 1


@pytest.mark.parametrize("body", [Edit(None, "!"), Delete()])
async def test_a_change_of_a_message_that_nobody_knows_makes_no_call(
    bot: Bot, autojump_clock: MockClock, guest: Guest, body: Body
) -> None:
    await bot.queue(Enqueue("change", guest.id, body, "change"))

    assert await delivered(bot) == [("failed", "no such message")]
    assert bot.sandbox.calls.of("editMessageText") == []
    assert bot.sandbox.calls.of("deleteMessage") == []


async def test_a_change_of_a_message_that_never_arrived_is_given_up(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    meta = await post(bot, guest, Say("<b>не закрыт"))
    await bot.queue(EditPosted(meta, "ответ", (), "edit"))

    assert await delivered(bot) == [("failed", "400 bad_request"), ("failed", "no such message")]


async def test_a_posted_message_of_unknown_fate_is_edited_in_its_last_copy(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    bot.sandbox.faults.add("sendMessage", Fault(cut=Cut.AFTER))
    meta = await post(bot, guest)
    await bot.queue(EditPosted(meta, "ответ", (), "edit"))

    assert await delivered(bot) == [SENT, SENT]
    assert guest.texts() == ["вопрос", "ответ"]


async def test_a_sticker_is_sent_from_its_file_with_buttons(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    body = ShowSticker(sticker(bot), ((Button("Готово", data="x"),),))
    meta = await post(bot, guest, body)

    assert await delivered(bot) == [SENT]

    (message,) = [shown for shown in guest.messages() if "sticker" in shown.content]
    assert message.markup == {"inline_keyboard": [[{"text": "Готово", "callback_data": "x"}]]}
    assert await bot.rows("SELECT message_id FROM message_meta WHERE id = ?", meta) == [
        (message.id,)
    ]


@pytest.mark.parametrize("name", ["outfits/nothing.webp", "outfits", "../outside.webp"])
async def test_a_sticker_without_a_file_in_the_data_folder_is_given_up(
    bot: Bot, autojump_clock: MockClock, guest: Guest, name: str
) -> None:
    sticker(bot)
    sticker(bot, "../outside.webp")
    await bot.queue(Enqueue("reply", guest.id, ShowSticker(name), "sticker"))
    await bot.say(guest, "дальше")

    ended = await delivered(bot)

    (status, error), after = ended
    assert (status, after) == ("failed", SENT)
    assert str(error).startswith("no file")


@pytest.mark.parametrize(("repeatable", "copies"), [(True, 2), (False, 1)])
async def test_a_sticker_of_unknown_fate_is_repeated_only_where_that_hurts_nobody(
    bot: Bot, autojump_clock: MockClock, guest: Guest, repeatable: bool, copies: int
) -> None:
    bot.sandbox.faults.add("sendSticker", Fault(cut=Cut.AFTER))
    body = ShowSticker(sticker(bot))
    await bot.queue(Enqueue("reply", guest.id, body, "sticker", repeatable))

    await delivered(bot)

    assert len(bot.sandbox.calls.of("sendSticker")) == copies


async def test_a_sticker_follows_a_group_that_moved(
    bot: Bot, autojump_clock: MockClock, guest: Guest
) -> None:
    group = bot.sandbox.world.add_group("Leads", [guest.person])
    bot.sandbox.world.upgrade(group)
    await bot.queue(Enqueue("card", group.id, ShowSticker(sticker(bot)), "sticker"))

    assert await delivered(bot) == [SENT]
    assert len(bot.sandbox.calls.of("sendSticker")) == 2
