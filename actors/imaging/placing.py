"""Where captions and emoji go on a sticker: never over a face's mouth, never over a face at all.

Boxes are (left, top, right, bottom) in pixels of the 512 px canvas.
"""

from PIL import Image

from actors.imaging import assets, backdrops, captions, emoji
from actors.imaging.dress import load_layer, put_on
from actors.imaging.figures import AREA, MARGIN, Figure, fitted, placed, scaled
from actors.imaging.formats import SIDE
from actors.imaging.outfit import Hat, Outfit, Plan

Box = tuple[float, float, float, float]
_CAPTION_WIDTH = 430
_RIM = 8
_LOW = 0.66
_SMALLEST = 56
_FAR, _COVERED = 120.0, 200.0  # clearance that is enough; price of covering the drawing
_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))


def standing(figure: Figure) -> Figure:
    """On the lower margin, or in the middle when the figure is low and wide."""
    low = figure.image.height < _LOW * AREA
    room = SIDE - figure.image.height
    return placed(figure, (SIDE - figure.image.width) / 2, room / 2 if low else room - MARGIN)


def captioned(
    figure: Figure, outfit: Outfit, text: str, tilt: float
) -> tuple[Image.Image, list[Box], Figure]:
    """The canvas with a caption along its lower edge, the caption's box, the figure as it lies.

    A figure whose mouth would be covered is made smaller.
    """
    if not text or not captions.available():
        return figure.image, [], figure
    caption = captions.draw(text, _CAPTION_WIDTH, outfit.ink, tilt)
    if _lips(figure) > SIDE - MARGIN - caption.height:
        caption = captions.draw(text, _CAPTION_WIDTH, outfit.ink, tilt, lines=1)
    left, top = (SIDE - caption.width) // 2, SIDE - MARGIN - caption.height + 4
    figure = _raised(figure, top - 4)
    content = figure.image.copy()
    content.alpha_composite(caption, (max(left, 0), top))
    return content, [(left, top, left + caption.width, top + caption.height)], figure


def _raised(figure: Figure, floor: float) -> Figure:
    """The figure with every mouth above `floor`."""
    lips, box = _lips(figure), figure.image.getchannel("A").getbbox()
    if box is None or lips <= floor:
        return figure
    if lips - floor <= box[1] - MARGIN:
        return placed(figure, 0, floor - lips)
    share = max(0.5, (floor - MARGIN) / max(lips - box[1], 1))
    faces = tuple(face.moved(-box[0], -box[1]) for face in figure.faces)
    small = scaled(Figure(figure.image.crop(box), faces, figure.based), min(share, 1.0))
    middle = (box[0] + box[2]) / 2
    return placed(small, middle - small.image.width / 2, MARGIN)


def _lips(figure: Figure) -> float:
    """Row below the lowest mouth, 0 without a face."""
    return max((face.mouth[1] + 0.5 * face.unit for face in figure.faces), default=0.0)


def banner(content: Image.Image, outfit: Outfit, text: str) -> Box:
    """A ribbon with the caption over the lower part of the canvas."""
    top, bottom = outfit.colours[1], outfit.colours[0]
    strip = backdrops.ribbon(352, 74, top, bottom)
    left, y = (SIDE - strip.width) // 2, SIDE - MARGIN - strip.height
    content.alpha_composite(strip, (left, y))
    caption = captions.draw(text, 320, outfit.ink, lines=1)
    if caption.height > 70:
        width = round(caption.width * 70 / caption.height)
        caption = caption.resize((width, 70), Image.Resampling.LANCZOS)
    content.alpha_composite(caption, ((SIDE - caption.width) // 2, y + (74 - caption.height) // 2))
    return left, y, left + strip.width, y + strip.height


def bust(figure: Figure, width: float, height: float) -> Figure:
    """Head and shoulders of a single guest, as large as fits; groups stay whole."""
    if len(figure.faces) != 1:
        return fitted(figure, width, height)
    face = figure.faces[0]
    box = (
        max(0, round(face.centre[0] - 3.4 * face.unit)),
        0,
        min(figure.image.width, round(face.centre[0] + 3.4 * face.unit)),
        min(figure.image.height, round(face.chin[1] + 1.9 * face.unit)),
    )
    moved = (face.moved(-box[0], 0),)
    return fitted(Figure(figure.image.crop(box), moved, based=True), width, height)


def wearing(figure: Figure, hat: Hat) -> Figure:
    """The largest face's head with a piece from the props; as it was when that is missing."""
    path = assets.PROPS / f"{hat.layer}.png"
    if not path.is_file() or not figure.faces:
        return figure
    return put_on(figure, figure.image, load_layer(path), hat)


def face_boxes(figure: Figure) -> list[Box]:
    """Brow to chin of every face."""
    return [
        (
            face.centre[0] - 1.2 * face.unit,
            face.eyes[1] - 0.8 * face.unit,
            face.centre[0] + 1.2 * face.unit,
            face.chin[1],
        )
        for face in figure.faces
    ]


def decorate(
    content: Image.Image, plan: Plan, taken: list[Box], *, bottom: bool, size: int
) -> Image.Image:
    """A layer with the plan's first emoji in the emptiest corner that is far from the face.

    The emoji shrinks where room is short, and is left out rather than cover what is taken.
    """
    extras = Image.new("RGBA", (SIDE, SIDE))
    for code in plan.decor[:1]:
        corners = _CORNERS if bottom else _CORNERS[:2]
        alpha = content.getchannel("A")
        best = max(corners, key=lambda corner: _merit(alpha, _box_at(corner, size), taken))
        box = _box_at(best, size)
        while _clearance(box, taken) <= 0 and size > _SMALLEST:
            size -= 8
            box = _box_at(best, size)
        if _clearance(box, taken) > 0:
            stick(extras, code, box, -12 if best[0] else 12)
    return extras


def _merit(alpha: Image.Image, box: Box, taken: list[Box]) -> float:
    """Distance from what is taken, less a share for the drawing that would be covered."""
    part = alpha.resize((1, 1), Image.Resampling.BOX, box=box).getpixel((0, 0))
    covered = part / 255 if isinstance(part, int) else 0.0
    return min(_clearance(box, taken), _FAR) - _COVERED * covered


def scatter(
    extras: Image.Image,
    codes: tuple[str, ...],
    spots: tuple[tuple[float, ...], ...],
    taken: list[Box],
) -> None:
    """Emoji at given spots (x, y as shares, size, tilt), left out where they would cover a face."""
    for index, (x, y, size, tilt) in enumerate(spots if codes else ()):
        box = (x * SIDE, y * SIDE, x * SIDE + size, y * SIDE + size)
        if _clearance(box, taken) > 0:
            stick(extras, codes[index % len(codes)], box, tilt)


def stick(extras: Image.Image, code: str, box: Box, tilt: float) -> None:
    """One emoji with its ring, centred in a box and kept inside the canvas."""
    picture = emoji.sticker(code, round(box[2] - box[0]), tilt=tilt)
    if picture is None:
        return
    x = (box[0] + box[2] - picture.width) / 2
    y = (box[1] + box[3] - picture.height) / 2
    place = (
        round(min(max(x, 0), SIDE - picture.width)),
        round(min(max(y, 0), SIDE - picture.height)),
    )
    extras.alpha_composite(picture, place)


def _box_at(corner: tuple[int, int], size: int) -> Box:
    left = SIDE - _RIM - size - 12 if corner[0] else _RIM + 12
    top = SIDE - _RIM - size - 12 if corner[1] else _RIM + 12
    return left, top, left + size, top + size


def _clearance(box: Box, taken: list[Box]) -> float:
    """Gap to the nearest box, negative when they overlap."""
    gaps = [
        max(other[0] - box[2], box[0] - other[2], other[1] - box[3], box[1] - other[3])
        for other in taken
    ]
    return min(gaps, default=float(SIDE))
