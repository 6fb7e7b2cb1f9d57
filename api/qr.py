"""A QR code as an SVG picture, sized by whoever shows it."""

import io

import segno


def svg(text: str) -> bytes:
    """Return the code of `text` on white with its quiet zone, error correction M."""
    out = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", omitsize=True, title="QR")
    return out.getvalue()
