"""The HTML parse mode, with the server's own error texts."""

import pytest

from telegram.sandbox.html import parse_html
from telegram.sandbox.refusal import Refusal

HALF_PAIR = (
    "Text contains invalid Unicode characters after decoding HTML entities, "
    "check for unmatched surrogate code units"
)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("я <x>", 'Unsupported start tag "x" at byte offset 3'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("</b>", "Unexpected end tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ('<a ="x">y</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=x_y>z</a>", "Unexpected end of name token at byte offset 8"),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("<a b", 'Unclosed start tag "a" at byte offset 0'),
        ("&#xD83D;", HALF_PAIR),
        ("x<br>", 'Unsupported start tag "br" at byte offset 1'),
    ],
)
def test_broken_markup_is_refused_with_a_byte_offset(source: str, error: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_html(source)

    assert caught.value.description == f"Bad Request: can't parse entities: {error}"


def test_entity_offsets_count_utf16_units() -> None:
    text, entities = parse_html("😀<b>я😀</b>")

    assert text == "😀я😀"
    assert entities == [{"type": "bold", "offset": 2, "length": 3}]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a & b", "a & b"),
        ("&lt;&gt;&amp;&quot;", '<>&"'),
        ("&nbsp;&copy;", "&nbsp;&copy;"),
        ("&#65;&#x42;", "AB"),
        ("&#0;", "&#0;"),
        ("&#" + "9" * 5000, "&#" + "9" * 5000),
        ("&lt", "<"),
    ],
)
def test_known_references_are_decoded_and_others_stay(source: str, text: str) -> None:
    assert parse_html(source) == (text, [])


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("<strong>x</strong>", "bold"),
        ("<em>x</em>", "italic"),
        ("<ins>x</ins>", "underline"),
        ("<del>x</del>", "strikethrough"),
        ('<span class="tg-spoiler">x</span>', "spoiler"),
        ("<tg-spoiler>x</tg-spoiler>", "spoiler"),
        ("<code>x</code>", "code"),
        ("<blockquote>x</blockquote>", "blockquote"),
        ("<blockquote expandable>x</blockquote>", "expandable_blockquote"),
        ("<B>x</b>", "bold"),
        ("<b>x</>", "bold"),
    ],
)
def test_tags_become_entities(source: str, kind: str) -> None:
    assert parse_html(source) == ("x", [{"type": kind, "offset": 0, "length": 1}])


def test_link_without_a_scheme_gets_one_and_a_useless_one_disappears() -> None:
    linked = parse_html('<a href="t.me/x?a=1&amp;b=2">x</a>')[1]
    useless = parse_html('<a href="nothing">x</a>')[1]

    assert linked[0]["url"] == "http://t.me/x?a=1&b=2"
    assert useless == []


def test_code_with_a_language_inside_pre_is_one_entity() -> None:
    entities = parse_html('<pre><code class="language-python">x</code></pre>')[1]

    assert entities == [{"type": "pre", "offset": 0, "length": 1, "language": "python"}]


def test_nested_tags_come_outer_first_and_empty_ones_not_at_all() -> None:
    entities = parse_html("<b><i>x</i>y</b><u></u>")[1]

    assert [each["type"] for each in entities] == ["bold", "italic"]


@pytest.mark.parametrize("number", ["", "0", "²", "x", "9" * 5000])
def test_custom_emoji_needs_a_number(number: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_html(f'<tg-emoji emoji-id="{number}">x</tg-emoji>')

    assert caught.value.description == "Bad Request: invalid custom emoji identifier specified"
