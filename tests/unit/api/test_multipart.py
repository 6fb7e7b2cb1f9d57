"""Taking multipart bodies apart, wherever they are cut."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from api.multipart import Part, Splitter

NASTY = st.lists(
    st.sampled_from([b"\r", b"\n", b"-", b"--", b"b", b"\r\n--", b"\r\n--b", b"--b--", b" ", b"x"])
).map(b"".join)


def split(body: bytes, cuts: list[int]) -> tuple[dict[str, bytes], bool]:
    splitter = Splitter(b"boundary")
    found: dict[str, bytes] = {}
    name = ""
    edges = [0, *sorted(cut % (len(body) + 1) for cut in cuts), len(body)]
    for start, end in itertools.pairwise(edges):
        for piece in splitter.feed(body[start:end]):
            if isinstance(piece, Part):
                name = piece.name
                found[name] = b""
            else:
                found[name] += piece
    return found, splitter.finished


def body_of(fields: dict[str, bytes], preamble: bytes = b"", epilogue: bytes = b"") -> bytes:
    parts = b"".join(
        b'--boundary\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
        % (name.encode(), content)
        for name, content in fields.items()
    )
    return preamble + parts + b"--boundary--\r\n" + epilogue


@given(NASTY | st.binary(), NASTY, st.lists(st.integers(0, 10_000), max_size=40))
def test_every_content_arrives_whole_however_it_is_cut(
    first: bytes, second: bytes, cuts: list[int]
) -> None:
    fields = {"note": second, "photo": first}

    assert split(body_of(fields), cuts) == (fields, True)


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=10))
def test_a_body_that_is_cut_off_is_never_finished(content: bytes, cuts: list[int]) -> None:
    body = body_of({"photo": content})

    assert split(body[: -len(b"--\r\n")], cuts)[1] is False


def test_preamble_epilogue_and_padding_say_nothing() -> None:
    body = body_of({"photo": b"x"}, b"preamble\r\n", b"epilogue\r\n--boundary\r\n")
    padded = body.replace(b"--boundary\r\n", b"--boundary \t\r\n")

    assert split(body, []) == ({"photo": b"x"}, True)
    assert split(padded, list(range(len(padded)))) == ({"photo": b"x"}, True)


def test_what_only_begins_like_the_delimiter_is_content() -> None:
    content = b"a\r\n--boundaryish\r\n--boundary-\r\n--boundary x"

    assert split(body_of({"photo": content}), list(range(90))) == ({"photo": content}, True)
