"""The headline font of the kiosk page: the letters it needs, cut out of a TrueType file.

The whole font weighs two thirds of what the page may weigh; its Latin and Cyrillic letters weigh a
fifth of that. What a browser needs to draw letters is kept, kerning and alternates are not. The
licence stays in the `name` table. The file is our own, pinned by hash; a broken one raises
`ValueError`, and the page is then drawn with the system's fonts.
"""

import struct
from itertools import pairwise

LETTERS = frozenset(
    [
        *range(0x20, 0x7F),
        *range(0xA0, 0x100),
        *range(0x400, 0x460),
        *map(ord, "ҒғҚқҲҳ–—‘’“”„…№ʻʼ"),
    ]
)
"""Code points of the page's three languages."""

_KEPT = (b"OS/2", b"name", b"gasp", b"prep", b"fpgm", b"cvt ")
_MORE, _WORDS = 0x20, 0x1
_SCALE = {0x8: 2, 0x40: 4, 0x80: 8}

Tables = dict[bytes, bytes]


def subset(font: bytes, letters: frozenset[int] = LETTERS) -> bytes:
    """Return a font of only these letters; raises `ValueError` for what is no TrueType font."""
    try:
        return _write(_cut(_read(font), letters))
    except (struct.error, IndexError, KeyError) as error:
        raise ValueError("no TrueType font") from error


def _read(font: bytes) -> Tables:
    count = struct.unpack_from(">H", font, 4)[0]
    records = [struct.unpack_from(">4sIII", font, 12 + 16 * at) for at in range(count)]
    if any(offset + length > len(font) for _, _, offset, length in records):
        raise ValueError("no TrueType font")
    return {tag: font[offset : offset + length] for tag, _, offset, length in records}


def _cut(tables: Tables, letters: frozenset[int]) -> Tables:
    known = _characters(tables[b"cmap"])
    mapped = {code: known[code] for code in sorted(letters) if code in known}
    outlines = _outlines(tables)
    order = _closure(outlines, [0, *mapped.values()])
    place = {glyph: at for at, glyph in enumerate(order)}
    bodies = [_renumbered(outlines[glyph], place) for glyph in order]
    head, hhea, maxp = (bytearray(tables[tag]) for tag in (b"head", b"hhea", b"maxp"))
    struct.pack_into(">h", head, 50, 1)
    struct.pack_into(">H", hhea, 34, len(order))
    struct.pack_into(">H", maxp, 4, len(order))
    offsets = [0]
    for body in bodies:
        offsets.append(offsets[-1] + len(body))
    return {
        **{tag: tables[tag] for tag in _KEPT if tag in tables},
        b"cmap": _cmap({code: place[glyph] for code, glyph in mapped.items()}),
        b"glyf": b"".join(bodies),
        b"head": bytes(head),
        b"hhea": bytes(hhea),
        b"hmtx": b"".join(_metric(tables, glyph) for glyph in order),
        b"loca": struct.pack(f">{len(offsets)}I", *offsets),
        b"maxp": bytes(maxp),
        b"post": struct.pack(">I", 0x30000) + tables[b"post"][4:32],
    }


def _characters(cmap: bytes) -> dict[int, int]:
    """Read the format 4 table of a `cmap`: the glyph of each code point of the basic plane."""
    for at in range(struct.unpack_from(">H", cmap, 2)[0]):
        start = struct.unpack_from(">I", cmap, 4 + 8 * at + 4)[0]
        if struct.unpack_from(">H", cmap, start)[0] == 4:
            return _format_4(cmap[start:])
    raise ValueError("no TrueType font")


def _format_4(table: bytes) -> dict[int, int]:
    pairs = struct.unpack_from(">H", table, 6)[0]
    count = pairs // 2
    ends = struct.unpack_from(f">{count}H", table, 14)
    starts, deltas, ranges = (
        struct.unpack_from(f">{count}H", table, 16 + pairs * nth) for nth in (1, 2, 3)
    )
    found = {}
    for at, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if ranges[at]:
                place = 16 + pairs * 3 + 2 * at + ranges[at] + 2 * (code - first)
                glyph = struct.unpack_from(">H", table, place)[0]
            if glyph or not ranges[at]:
                found[code] = (glyph + deltas[at]) & 0xFFFF
    return found


def _outlines(tables: Tables) -> list[bytes]:
    count = struct.unpack_from(">H", tables[b"maxp"], 4)[0] + 1
    long = struct.unpack_from(">h", tables[b"head"], 50)[0]
    loca = struct.unpack_from(f">{count}{'I' if long else 'H'}", tables[b"loca"])
    offsets = loca if long else tuple(2 * offset for offset in loca)
    return [tables[b"glyf"][begin:end] for begin, end in pairwise(offsets)]


def _components(outline: bytes) -> list[int]:
    """Where in a composite outline the numbers of its parts stand; nothing in a simple one."""
    if not outline or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    places, at, flags = [], 10, _MORE
    while flags & _MORE:
        flags = struct.unpack_from(">H", outline, at)[0]
        places.append(at + 2)
        at += 4 + (4 if flags & _WORDS else 2)
        at += sum(size for flag, size in _SCALE.items() if flags & flag)
    return places


def _closure(outlines: list[bytes], wanted: list[int]) -> list[int]:
    order: dict[int, None] = {}
    waiting = list(reversed(wanted))
    while waiting:
        glyph = waiting.pop()
        if glyph not in order:
            order[glyph] = None
            outline = outlines[glyph]
            parts = [struct.unpack_from(">H", outline, at)[0] for at in _components(outline)]
            waiting.extend(reversed(parts))
    return list(order)


def _renumbered(outline: bytes, place: dict[int, int]) -> bytes:
    body = bytearray(outline)
    for at in _components(outline):
        struct.pack_into(">H", body, at, place[struct.unpack_from(">H", outline, at)[0]])
    return bytes(body) + b"\0" * (-len(body) % 4)


def _metric(tables: Tables, glyph: int) -> bytes:
    """Advance and left side of a glyph; the last advance counts for all glyphs after it."""
    count = struct.unpack_from(">H", tables[b"hhea"], 34)[0]
    hmtx = tables[b"hmtx"]
    if glyph < count:
        return hmtx[4 * glyph : 4 * glyph + 4]
    bearing = 4 * count + 2 * (glyph - count)
    return hmtx[4 * count - 4 : 4 * count - 2] + hmtx[bearing : bearing + 2]


def _cmap(mapped: dict[int, int]) -> bytes:
    """One segment a letter and the closing one: plain, and as small as the font allows."""
    codes = [*mapped, 0xFFFF]
    deltas = [(glyph - code) & 0xFFFF for code, glyph in mapped.items()] + [1]
    count = len(codes)
    power = 1 << (count.bit_length() - 1)
    search = (2 * power, power.bit_length() - 1, 2 * (count - power))
    columns = f">{count}H"
    table = struct.pack(">HHHHHHH", 4, 16 + 8 * count, 0, 2 * count, *search)
    table += struct.pack(columns, *codes) + b"\0\0" + struct.pack(columns, *codes)
    table += struct.pack(columns, *deltas) + b"\0\0" * count
    return struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table


def _write(tables: Tables) -> bytes:
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    out = struct.pack(
        ">IHHHH", 0x10000, count, 16 * power, power.bit_length() - 1, 16 * (count - power)
    )
    offset, bodies = 12 + 16 * count, b""
    for tag in sorted(tables):
        body = tables[tag]
        padded = body + b"\0" * (-len(body) % 4)
        out += struct.pack(">4sIII", tag, _checksum(padded), offset + len(bodies), len(body))
        bodies += padded
    return out + bodies


def _checksum(padded: bytes) -> int:
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}I", padded)
    return sum(words) & 0xFFFFFFFF
