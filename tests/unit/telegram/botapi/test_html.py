"""Plain text into HTML within Telegram's limits."""

from telegram.botapi.html import cut, escape, units


def test_markup_in_a_text_is_shown_literally() -> None:
    assert escape('<b>"R&D"</b>') == "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;"


def test_length_counts_utf16_units() -> None:
    assert units("aя😀") == 4


def test_a_text_within_the_limit_is_left_alone() -> None:
    assert cut("😀😀", 4) == "😀😀"


def test_a_longer_text_is_cut_to_the_limit_with_an_ellipsis() -> None:
    assert cut("abcdef", 4) == "abc…"


def test_a_cut_never_splits_a_surrogate_pair() -> None:
    assert cut("😀😀😀", 4) == "😀…"


def test_a_cut_leaves_no_dangling_joiner() -> None:
    assert cut("👩\u200d🚀abcdef", 4) == "👩…"


def test_no_room_leaves_nothing() -> None:
    assert cut("abc", 0) == ""
