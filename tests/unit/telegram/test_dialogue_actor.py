"""The dialogue with its poller and delivery, as a guest sees it."""

from pathlib import Path

import trio.testing

from tests.unit.telegram.bot import a_bot


async def test_a_guest_links_and_consents(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    async with a_bot(tmp_path) as bot:
        await bot.start_all()
        token = await bot.booth.session()
        guest = bot.guest()

        await guest.press_start(token)
        pressed = await guest.press_button("✅ Согласен")
        assert pressed.callback is not None
        await guest.wait_for_answer(pressed.callback)
        shown = await guest.wait_for_text("Отлично")

        assert shown.markup is None
        assert await bot.rows("SELECT status, telegram_user_id FROM sessions") == [
            ("consented", guest.id)
        ]
        assert len(guest.messages()) == 1
