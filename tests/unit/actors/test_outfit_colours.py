"""What a form offers for an outfit is what the image part can make."""

from actors.imaging import own_art
from store.domain import outfit_drafts
from store.domain.texts import outfit_pages
from telegram.dialogue import outfit_forms


def test_the_offered_colours_are_those_that_art_is_made_with() -> None:
    assert [colour[0] for colour in own_art.COLOURS] == list(outfit_drafts.COLOURS)
    assert set(outfit_pages.COLOURS) == set(outfit_drafts.COLOURS)


def test_a_title_that_a_form_takes_fits_an_outfit() -> None:
    assert outfit_forms.TITLE_LIMIT <= own_art.TITLE_LIMIT
