"""A card shows everything of a lead, literally, within Telegram's limits."""

import re
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.domain import cards
from store.domain.fields import clean
from store.domain.leads import Lead, LeadCard, LeadId, LeadNote, LeadRepeat
from store.domain.outgoing import Say
from store.domain.status import CardStatus, LeadStatus
from store.domain.texts import leads as texts
from telegram.sandbox.html import parse_html

TASHKENT = ZoneInfo("Asia/Tashkent")
NIGHT = "2026-01-15T20:30:00.000000Z"
"""Half past one of the next day in Tashkent."""
LEAD = Lead(
    id=LeadId(12),
    status=LeadStatus.NEW,
    card=CardStatus.PUBLISHED,
    name="Анна",
    telegram="Anna_1",
    phone="+998901234567",
    comment="свадьба",
    locale="ru",
    source="landing",
    utm_source="insta",
    utm_medium=None,
    utm_campaign="july",
    utm_content=None,
    utm_term=None,
    created_at=NIGHT,
    status_changed_at=None,
    status_changed_by=None,
    chat_id=-100,
    message_id=7,
    published_at=NIGHT,
    publish_attempts=0,
    next_publish_at=NIGHT,
    publish_error=None,
    card_version=1,
    card_shown=1,
    repost=False,
    reminded_at=None,
    erased_at=None,
    connected_user=None,
    connected_username=None,
)
HOSTILE = ("<3", "</b>", "&lt;b&gt;", "a" + "\u0301" * 64, "'; DROP TABLE leads;--", "=1+1")


def drawn(
    *repeats: LeadRepeat, language: str = "ru", maybe_twice: bool = False, **fields: Any
) -> Say:
    lead = replace(LEAD, **fields)
    return cards.card(
        LeadCard(lead, repeats), language=language, zone=TASHKENT, maybe_twice=maybe_twice
    )


def seen(say: Say) -> str:
    """The text as it is shown."""
    return parse_html(say.text)[0]


def links(say: Say) -> list[str]:
    return [entity["url"] for entity in parse_html(say.text)[1] if entity["type"] == "text_link"]


def repeat(number: int, **changed: str) -> LeadRepeat:
    return LeadRepeat(number, LEAD.id, NIGHT, changed, 0)


def test_a_card_shows_everything_that_the_person_said_and_when() -> None:
    assert seen(drawn()).splitlines() == [
        "Заявка №12",
        "Имя: Анна",
        "Telegram: @Anna_1",
        "Телефон: +998901234567",
        "Комментарий: свадьба",
        "Источник: insta / july",
        "Пришла: 16.01.2026 01:30",
        "Статус: 🆕 Новая",
    ]
    assert links(drawn()) == ["https://t.me/Anna_1"]


def test_what_was_not_given_has_no_line() -> None:
    say = drawn(telegram=None, phone=None, comment=None, utm_source=None, utm_campaign=None)

    assert [line.partition(":")[0] for line in seen(say).splitlines()] == [
        "Заявка №12", "Имя", "Пришла", "Статус",
    ]  # fmt: skip


def test_the_status_line_says_who_and_when() -> None:
    say = drawn(status=LeadStatus.DEAL, status_changed_by="@boss", status_changed_at=NIGHT)

    assert "Статус: ✅ Сделка · @boss · 16.01.2026 01:30" in seen(say)


def test_a_lead_entered_by_hand_says_so() -> None:
    assert "Источник: внесена вручную / insta / july" in seen(drawn(source="manual"))


@pytest.mark.parametrize(
    ("username", "shown", "link"),
    [("anna", "@anna", "https://t.me/anna"), (None, "id 77", "tg://user?id=77")],
)
def test_the_connected_telegram_is_shown(username: str | None, shown: str, link: str) -> None:
    say = drawn(connected_user=77, connected_username=username)

    assert f"Открыл(а) бота: {shown}" in seen(say)
    assert f'href="{link}"' in say.text


def test_each_repeat_shows_its_time_and_only_the_fields_that_changed() -> None:
    say = drawn(repeat(1, comment="юбилей"), repeat(2, telegram="other"))

    assert seen(say).splitlines()[-4:] == [
        "🔁 Повторное обращение: 16.01.2026 01:30",
        "Комментарий: юбилей",
        "🔁 Повторное обращение: 16.01.2026 01:30",
        "Telegram: @other",
    ]


def test_a_card_that_may_be_the_second_says_so_when_asked() -> None:
    assert texts.MAYBE_TWICE.ru in seen(drawn(maybe_twice=True))
    assert texts.MAYBE_TWICE.ru not in seen(drawn())


def test_there_is_a_button_for_each_of_the_five_statuses_with_the_present_one_marked() -> None:
    buttons = [button for row in drawn(status=LeadStatus.DEAL).buttons for button in row]

    assert [button.data for button in buttons] == [
        f"stickers_lead:12:{status}"
        for status in ("in_work", "contacted", "deal", "refused", "spam")
    ]
    assert [button.text for button in buttons if button.text.startswith("•")] == ["• ✅ Сделка •"]


def test_an_erased_card_is_a_stub_without_buttons() -> None:
    say = drawn(repeat(1, comment="тайна"), erased_at=NIGHT, card=CardStatus.ERASED)

    assert (say.text, say.buttons) == ("Заявка №12: данные удалены", ())


@pytest.mark.parametrize("language", ["ru", "uz", "en"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_values_are_shown_literally(name: str, language: str) -> None:
    say = drawn(
        repeat(1, name=name, comment=name),
        language=language,
        name=name,
        comment=name,
        utm_source=name,
        status_changed_by=name,
    )

    # The lead's name, comment, source and admin, the repeat's name and comment.
    assert seen(say).count(name) == 6


def test_a_hostile_username_cannot_leave_its_link() -> None:
    say = drawn(telegram='a"><b>x')

    assert seen(say).splitlines()[2] == 'Telegram: @a"><b>x'


_WILD = st.text(st.sampled_from("<>&\"' aж😀\u0301\u200d;#=\n"), max_size=1000)


@given(
    name=_WILD,
    comment=_WILD,
    utm=_WILD,
    who=_WILD,
    said=st.lists(_WILD, max_size=12),
    language=st.sampled_from(["ru", "uz", "en"]),
)
def test_no_card_exceeds_the_limit_or_breaks_its_markup(
    name: str, comment: str, utm: str, who: str, said: list[str], language: str
) -> None:
    given_repeats = [repeat(n, name=text, comment=text) for n, text in enumerate(said)]
    say = drawn(
        *given_repeats,
        language=language,
        maybe_twice=True,
        name=name,
        comment=comment,
        utm_source=utm,
        status_changed_by=who,
    )

    assert cards.units(seen(say)) <= cards.TEXT_UNITS
    assert len(say.text.encode()) < 32 * 1024


def test_long_values_are_shortened_visibly() -> None:
    shown = seen(drawn(comment="😀" * 1500))

    assert re.search("😀…$", shown, re.MULTILINE)


def test_the_oldest_repeats_give_way_to_a_line_that_counts_them() -> None:
    many = [repeat(n, comment=f"{n} " + "x" * 290) for n in range(30)]
    shown = seen(drawn(*many))

    counted = re.search(r"обращений раньше: (\d+)", shown)
    assert counted is not None
    assert shown.count("🔁") == 30 - int(counted[1])
    assert "Комментарий: 29 xxx" in shown
    assert "Комментарий: 0 xxx" not in shown


def test_pings_and_reminders_hold_nothing_personal() -> None:
    assert cards.ping(12, language="ru").text == "🔁 Повторное обращение по заявке №12"
    assert cards.reminder(12, language="ru").text == "⏰ Заявка №12 ждёт уже больше двух часов"


def test_a_direction_override_never_reaches_a_card() -> None:
    assert clean("Анна\u202eлол") == "Анналол"


def noted(number: int, text: str | None = "перезвонить", by: str = "@boss") -> LeadNote:
    return LeadNote(number, LEAD.id, by, NIGHT, text)


def with_notes(*notes: LeadNote, repeats: tuple[LeadRepeat, ...] = (), language: str = "ru") -> Say:
    return cards.card(LeadCard(LEAD, repeats, notes), language=language, zone=TASHKENT)


def test_notes_stand_last_with_author_and_time_the_newest_at_the_end() -> None:
    say = with_notes(noted(1), noted(2, "занято", "@eva"), repeats=(repeat(1, comment="юбилей"),))

    assert seen(say).splitlines()[-3:] == [
        "Комментарий: юбилей",
        "📝 @boss, 16.01.2026 01:30: перезвонить",
        "📝 @eva, 16.01.2026 01:30: занято",
    ]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_note_is_shown_literally(hostile: str) -> None:
    say = with_notes(noted(1, hostile, hostile))

    assert seen(say).splitlines()[-1] == f"📝 {hostile}, 16.01.2026 01:30: {hostile}"


def test_the_oldest_repeats_give_way_before_any_note() -> None:
    many = tuple(repeat(number, comment="х" * 200) for number in range(40))

    say = with_notes(*(noted(n, f"заметка {n}") for n in range(20)), repeats=many)

    text = seen(say)
    assert "… и ещё обращений раньше" in text
    assert text.count("📝") == 20
    assert cards.units(text) <= cards.TEXT_UNITS


def test_the_oldest_notes_give_way_when_no_repeat_is_left_to_do_so() -> None:
    many = tuple(repeat(number, comment="х" * 200) for number in range(40))

    text = seen(with_notes(*(noted(n, f"{n}." + "у" * 400) for n in range(40)), repeats=many))

    assert "… и ещё обращений раньше" in text
    assert "… и ещё заметок раньше" in text
    assert "39.ууу" in text
    assert ": 0.у" not in text
    assert cards.units(text) <= cards.TEXT_UNITS


def test_a_card_with_notes_never_exceeds_the_limit() -> None:
    for count in range(60):
        say = with_notes(
            *(noted(n, "у" * (37 * n % 400)) for n in range(count)),
            repeats=tuple(repeat(n, comment="х" * (53 * n % 300)) for n in range(count)),
        )
        assert cards.units(seen(say)) <= cards.TEXT_UNITS


def test_a_lead_entered_by_hand_says_by_whom() -> None:
    lead = replace(LEAD, source="manual", utm_source=None, utm_campaign=None)

    say = cards.card(LeadCard(lead, (), (), "@<boss>"), language="ru", zone=TASHKENT)

    assert "Источник: внесена вручную: @<boss>" in seen(say).splitlines()
