"""Prompts from fixed blocks: style, identity, outfit, pose, background, safety, composition last.

No text of a guest reaches a prompt. An outfit is described by a block of ours when its id is
known, else by the English title that an operator gave it, cut down to a few words of letters.
For a model with transparency no background colour is ever mentioned, since it would be drawn
(OpenAI's cookbook).
"""

import re
from dataclasses import dataclass

from actors.providers.appearance import UNKNOWN, Appearance
from actors.providers.base import Ground

VERSION = 1
"""Goes up with every change of the words, so that outputs can be told apart."""

STYLE = (
    "Draw one messenger sticker: a polished modern cartoon portrait with clean confident lines,"
    " soft cel shading, warm saturated colours and a friendly look."
)
LIKENESS = (
    "The first reference picture shows the person. Draw a cartoon character inspired by them:"
    " keep the shape of the face, hair, skin tone, eye colour, glasses, beard, head covering,"
    " freckles and moles, so that friends recognise them at once."
)
POSE_ONLY = (
    "The first reference picture shows the person. Draw a generic friendly cartoon character with"
    " the same hair and colours; do not copy the exact face."
)
ANCHOR = (
    "The second reference picture is an accepted sticker of the same set: keep exactly its drawing"
    " style, its character and its outfit, and change only pose and expression."
)
SAFETY = (
    "Fully clothed, family friendly, kind. No nudity, violence, weapons, alcohol, tobacco, brands,"
    " flags, political or religious signs other than the person's own head covering."
)
GENTLE = (
    "This is an innocent party souvenir: a simple, playful, fully clothed cartoon in the manner of"
    " a children's picture book."
)
TRANSPARENT = "The character is cut out on a fully transparent background, with nothing behind it."
COMPOSITION = (
    "Exactly one character unless two people are shown. The whole figure from head to waist is"
    " inside the frame with an empty margin of at least 15 percent on each side; zoom out rather"
    " than cut hands or hair. No text, no letters, no watermark, no frame, no outline, no shadow,"
    " no scenery."
)

OUTFITS = {
    "chapan": "a richly embroidered Uzbek chapan robe and a doppi skullcap",
    "astronaut": "a white space suit with coloured badges, helmet off",
    "superhero": "a bright superhero suit with a flowing cape and a star on the chest",
    "chef": "a white double-breasted chef's jacket and a tall chef's hat",
    "footballer": "a football kit with a plain shirt and shorts, a ball at hand",
    "festive": "a festive party outfit with a bow tie and confetti on the shoulders",
}
POSES = {
    "classic": "standing relaxed, arms crossed, a warm confident smile",
    "hello": "waving one raised hand, a bright open smile",
    "hearts": "making a heart with both hands before the chest, tender smile",
    "badge": "giving a thumbs up towards the viewer, proud smile",
    "body_a": "in a lively heroic stance that suits the outfit, hands on the hips",
    "body_b": "in action that suits the outfit, leaning forward, laughing",
    "crown": "wearing a small golden crown, chin up, playful royal look",
    "tilted": "head tilted to one side, winking, tongue slightly out",
    "mono": "covering the face with one hand and peeking through the fingers, embarrassed smile",
    "party": "jumping with both arms up, cheering with joy",
}
COLOURS = {
    "green": (0, 255, 0),
    "magenta": (255, 0, 255),
    "blue": (0, 0, 255),
}
"""Key colours to choose from."""

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Words:
    """What a prompt depends on; `anchored` when an accepted sticker is shown as well."""

    appearance: Appearance
    outfit: str
    pose: str
    ground: Ground
    key: str
    anchored: bool
    gentle: bool


def prompt(words: Words) -> str:
    """Return the whole prompt."""
    blocks = [
        STYLE,
        _identity(words),
        f"Outfit, the same in every picture of the set: {words.outfit}.",
        f"Pose: {POSES.get(words.pose, POSES['classic'])}.",
        _background(words),
        SAFETY,
        *([GENTLE] if words.gentle else []),
        COMPOSITION,
    ]
    return "\n".join(blocks)


def outfit_words(outfit: str, title: str) -> str:
    """Return how an outfit is described."""
    if outfit in OUTFITS:
        return OUTFITS[outfit]
    letters = " ".join(re.findall(r"[A-Za-z]+", title))[:40].strip()
    return f"a {letters.lower()} costume" if letters else "a cheerful colourful costume"


def key_for(colours: tuple[Colour, ...]) -> str:
    """Return the name of the key colour that is farthest from all of an outfit's colours."""
    return max(COLOURS, key=lambda name: min(_apart(COLOURS[name], c) for c in (*colours, _SKIN)))


_SKIN: Colour = (205, 150, 120)


def _apart(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _identity(words: Words) -> str:
    looks = words.appearance
    blocks = [POSE_ONLY if looks.age in {"child", "teenager"} else LIKENESS]
    known = [
        (looks.hair_length, "{} hair"),
        (looks.hair_shape, "{} hair"),
        (looks.hair_colour, "{} hair"),
        (looks.skin, "{} skin"),
        (looks.eyes, "{} eyes"),
        (looks.beard, "{}"),
        (looks.glasses, "{}"),
        (looks.headwear, "{}"),
        (looks.marks, "{}"),
    ]
    seen = [form.format(word) for word, form in known if word not in {UNKNOWN, "none"}]
    if seen:
        blocks.append(f"They have: {', '.join(seen)}.")
    if words.anchored:
        blocks.append(ANCHOR)
    return " ".join(blocks)


def _background(words: Words) -> str:
    if words.ground is Ground.ALPHA:
        return TRANSPARENT
    red, green, blue = COLOURS[words.key]
    return (
        f"Background: one perfectly flat pure {words.key} (#{red:02X}{green:02X}{blue:02X}) without"
        f" gradient, checkerboard, texture or shadow; no {words.key} anywhere on the character."
    )
