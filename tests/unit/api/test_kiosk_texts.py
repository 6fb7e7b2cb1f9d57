"""The kiosk page and its catalog name the same texts."""

import re

import pytest

from actors.imaging.quality import Reason
from api.problems import Code
from api.routes.pages import FOLDER, catalog
from store.domain.texts.text import LANGUAGES

TEXTS = catalog(LANGUAGES[0])
SCREENS = {path.name: path.read_text("utf-8") for path in sorted((FOLDER / "screens").glob("*.js"))}
FACTS = SCREENS.pop("diagnosis.js")
CAMERA = "\n".join(path.read_text("utf-8") for path in sorted((FOLDER / "camera").glob("*.js")))
SAID = re.compile(r'\bt\(\w+, ([^()]*?"[^()]*?)\)')
QUOTED = re.compile(r'"([a-z][a-z_]*)"')
OTHER = re.compile(r'\b(class|type|role|id): "[^"]*"')
COMPARED = re.compile(r'[!=]== "[a-z_]+"')
BY_THE_SERVER = {
    *(reason.value for reason in Reason),
    Code.TOO_LARGE.value,
    Code.UNSUPPORTED_IMAGE.value,
}
"""What the server says about a photo is the name of its text."""


def named() -> set[str]:
    """Names that the page's files say, or build from a code."""
    words = {word for text in SCREENS.values() for word in QUOTED.findall(OTHER.sub("", text))}
    codes = {f"camera_{code}" for code in QUOTED.findall(CAMERA)}
    facts = {f"staff_{fact}" for fact in re.findall(r'\["([a-z]+)",', FACTS)}
    return words | codes | {f"{code}_hint" for code in codes} | facts


@pytest.mark.parametrize("name", TEXTS)
def test_every_text_is_said_somewhere(name: str) -> None:
    assert name in named() | BY_THE_SERVER | {"language_name"}


def test_every_text_that_a_screen_says_exists() -> None:
    said = {
        (file, word)
        for file, text in SCREENS.items()
        for call in SAID.findall(text)
        for word in QUOTED.findall(COMPARED.sub("", call))
    }

    assert len(said) > 30
    assert {word for word in said if word[1] not in TEXTS} == set()


def test_every_word_of_the_server_about_a_photo_has_a_text() -> None:
    assert BY_THE_SERVER - set(TEXTS) == set()


def test_every_trouble_of_the_camera_has_two_texts() -> None:
    source = (FOLDER / "camera" / "troubles.js").read_text("utf-8")
    codes = set(QUOTED.findall(source))

    assert "refused" in codes
    wanted = {f"camera_{code}{end}" for code in codes for end in ("", "_hint")}
    assert wanted - set(TEXTS) == set()


def test_every_fact_for_the_staff_has_a_name() -> None:
    facts = re.findall(r'^ +\["([a-z]+)",', FACTS, re.MULTILINE)

    assert len(facts) == 10
    assert {f"staff_{fact}" for fact in facts} - set(TEXTS) == set()
