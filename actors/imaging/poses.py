"""The ten recipes of a pack: each takes the guest and a plan, and lays out one sticker.

A recipe returns a `Layout`: content inside the die-cut outline, decoration above it, and where
the face lies. Recipes that need a head fall back to another composition of their own when the
photo shows no face, so that ten stickers stay ten different ones.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageOps

from actors.imaging import backdrops, captions
from actors.imaging.dress import Head, dressed
from actors.imaging.figures import (
    AREA,
    MARGIN,
    Figure,
    fitted,
    leaning,
    mirrored,
    placed,
    scaled,
    turned,
)
from actors.imaging.formats import SIDE
from actors.imaging.outfit import Hat, Outfit, Plan
from actors.imaging.placing import (
    banner,
    bust,
    captioned,
    decorate,
    face_boxes,
    scatter,
    standing,
    wearing,
)

_CENTRE = SIDE // 2
_CROWN = Hat("crown", (512, 800), 600, 0.42)
_PARTY = Hat("party", (512, 860), 760, 0.3)
_HEARTS = (
    (0.03, 0.06, 96, 18),
    (0.80, 0.10, 80, -16),
    (0.02, 0.42, 64, -12),
    (0.82, 0.46, 90, 14),
)


@dataclass(frozen=True, slots=True)
class Guest:
    """What every recipe may use; `head` is None without a visible face.

    `small` is the figure at the size of a sticker, so that it is shrunk once for all recipes.
    """

    figure: Figure
    small: Figure
    head: Head | None
    skin: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Content of the die-cut shape and decoration on top, both 512 px canvases."""

    content: Image.Image
    extras: Image.Image | None = None


def lay_out(guest: Guest, outfit: Outfit, plan: Plan, language: str) -> Layout:
    """Compose one sticker; an unknown pose raises KeyError (the outfit loader knows the names)."""
    return POSES[plan.pose](guest, outfit, plan, plan.text(language))


def _classic(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    return _portrait(guest.small, outfit, plan, text)


def _hello(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    return _portrait(leaning(guest.small, 4), outfit, plan, text, tilt=-4)


def _hearts(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    figure = fitted(leaning(guest.small, -5), AREA * 0.9, AREA * 0.94)
    figure = standing(figure)
    content, box, figure = captioned(figure, outfit, text, 3)
    extras = Image.new("RGBA", (SIDE, SIDE))
    scatter(extras, plan.decor, _HEARTS, [*face_boxes(figure), *box])
    return Layout(content, extras)


def _badge(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    centre, radius = (_CENTRE, 272), 204
    figure = bust(guest.figure, 400, 452)
    figure = placed(figure, (SIDE - figure.image.width) / 2, 476 - figure.image.height)
    inside = backdrops.disc_mask(centre, radius - 13).copy()
    inside.paste(255, (centre[0] - radius + 13, 0, centre[0] + radius - 13, centre[1]))
    image = figure.image
    image.putalpha(ImageChops.multiply(image.getchannel("A"), inside))
    content = backdrops.disc(centre, radius, *outfit.colours).copy()
    content.alpha_composite(image)
    if text and captions.available():
        banner(content, outfit, text)
    extras = decorate(content, plan, face_boxes(figure), bottom=False, size=92)
    return Layout(content, extras)


def _body_a(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    return _body(guest, outfit, plan, text, 0)


def _body_b(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    return _body(guest, outfit, plan, text, 1)


def _body(guest: Guest, outfit: Outfit, plan: Plan, text: str, number: int) -> Layout:
    body = outfit.bodies[number % len(outfit.bodies)]
    figure = dressed(guest.head, outfit, body, guest.skin) if guest.head else None
    if figure is None:
        return _in_frame(guest, outfit, plan, text, number)
    if number >= len(outfit.bodies):
        figure = mirrored(figure)
    tilt = 0 if number == 0 else -5
    return _portrait(leaning(figure, tilt) if tilt else figure, outfit, plan, text, tilt=3)


def _in_frame(guest: Guest, outfit: Outfit, plan: Plan, text: str, number: int) -> Layout:
    """Without a head: the figure stepping out of a coloured card, or before a burst."""
    figure = guest.figure if number == 0 else mirrored(guest.figure)
    figure = fitted(figure, 360, 410)
    figure = placed(figure, (SIDE - figure.image.width) / 2, 446 - figure.image.height)
    if number:
        content = backdrops.burst((_CENTRE, 262), 232, *reversed(outfit.colours)).copy()
    else:
        content = backdrops.frame((56, 90, 456, 470), *outfit.colours).copy()
        hole = backdrops.frame_mask((74, 20, 438, 446), 24)
        figure.image.putalpha(ImageChops.multiply(figure.image.getchannel("A"), hole))
    content.alpha_composite(figure.image)
    placed_one = Figure(content, figure.faces, based=True)
    content, box, figure = captioned(placed_one, outfit, text, 0)
    extras = decorate(content, plan, [*face_boxes(figure), *box], bottom=False, size=96)
    return Layout(content, extras)


def _crown(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    if guest.head is None:
        return _zoomed(guest, outfit, plan, text, 8)
    worn = wearing(guest.head.figure, _CROWN)
    return _big_head(leaning(worn, 4), outfit, plan, text)


def _tilted(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    if guest.head is None:
        return _zoomed(guest, outfit, plan, text, -14)
    return _big_head(leaning(guest.head.figure, -13), outfit, plan, text)


def _mono(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    grey = ImageOps.autocontrast(guest.figure.image.convert("RGB").convert("L"), cutoff=1)
    image = Image.merge("RGBA", (grey, grey, grey, guest.figure.image.getchannel("A")))
    figure = bust(Figure(image, guest.figure.faces, guest.figure.based), 410, 430)
    centre = (_CENTRE, 262)
    figure = placed(figure, (SIDE - figure.image.width) / 2, 462 - figure.image.height)
    inside = backdrops.disc_mask(centre, 196).copy()
    inside.paste(255, (44, 0, SIDE - 44, centre[1]))
    figure.image.putalpha(ImageChops.multiply(figure.image.getchannel("A"), inside))
    content = backdrops.burst(centre, 232, *outfit.colours).copy()
    content.alpha_composite(figure.image)
    whole = Figure(content, figure.faces, based=True)
    content, box, figure = captioned(whole, outfit, text, -3)
    extras = decorate(content, plan, [*face_boxes(figure), *box], bottom=False, size=92)
    return Layout(content, extras)


def _party(guest: Guest, outfit: Outfit, plan: Plan, text: str) -> Layout:
    figure = guest.small
    if guest.head is not None and len(figure.faces) == 1:
        figure = wearing(figure, _PARTY)
    figure = fitted(leaning(figure, -3), AREA * 0.84, AREA * 0.94)
    figure = standing(figure)
    content, box, figure = captioned(figure, outfit, text, 4)
    behind = Image.new("RGBA", (SIDE, SIDE))
    behind.alpha_composite(backdrops.confetti(7))
    behind.alpha_composite(content)
    extras = decorate(content, plan, [*face_boxes(figure), *box], bottom=False, size=100)
    return Layout(behind, extras)


POSES: dict[str, Callable[[Guest, Outfit, Plan, str], Layout]] = {
    "classic": _classic,
    "hello": _hello,
    "hearts": _hearts,
    "badge": _badge,
    "body_a": _body_a,
    "body_b": _body_b,
    "crown": _crown,
    "tilted": _tilted,
    "mono": _mono,
    "party": _party,
}


def _portrait(figure: Figure, outfit: Outfit, plan: Plan, text: str, tilt: float = 0) -> Layout:
    """The figure as large as it goes, caption across its lower part, emoji in a free corner."""
    figure = fitted(figure, AREA, AREA)
    tall = figure.image.height > 0.8 * AREA
    figure = standing(figure)
    content, box, figure = captioned(figure, outfit, text, tilt)
    extras = decorate(
        content, plan, [*face_boxes(figure), *box], bottom=tall and not text, size=112
    )
    return Layout(content, extras)


def _big_head(head: Figure, outfit: Outfit, plan: Plan, text: str) -> Layout:
    head = fitted(head, AREA, AREA - (60 if text else 0))
    head = placed(head, (SIDE - head.image.width) / 2, MARGIN + (AREA - 60 - head.image.height) / 2)
    content, box, head = captioned(head, outfit, text, 3)
    extras = decorate(content, plan, [*face_boxes(head), *box], bottom=not text, size=104)
    return Layout(content, extras)


def _zoomed(guest: Guest, outfit: Outfit, plan: Plan, text: str, tilt: float) -> Layout:
    """Without a head: the figure in a tilted circle."""
    figure = scaled(guest.figure, 430 / min(guest.figure.image.size))
    figure = placed(turned(figure, tilt), (SIDE - figure.image.width) / 2, 30)
    content = backdrops.disc((_CENTRE, 250), 214, *outfit.colours).copy()
    figure.image.putalpha(
        ImageChops.multiply(figure.image.getchannel("A"), backdrops.disc_mask((_CENTRE, 250), 200))
    )
    content.alpha_composite(figure.image)
    content, box, _ = captioned(Figure(content, (), based=True), outfit, text, 3)
    extras = decorate(content, plan, box, bottom=False, size=104)
    return Layout(content, extras)
