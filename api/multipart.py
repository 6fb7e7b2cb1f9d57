"""Taking a multipart body apart while it comes, without holding any of it.

Written here because the decoder of werkzeug 3.1 adds a carriage return to a file whose end comes
split in an unlucky place. Follows RFC 2046 section 5.1.1: lines end in CRLF, a delimiter may be
padded with white space, preamble and epilogue say nothing.
"""

from dataclasses import dataclass
from enum import Enum, auto

from werkzeug.http import parse_options_header

HEAD_BYTES = 8 * 1024
PADDING_BYTES = 100
PARTS = 20


class Malformed(ValueError):
    """The body does not follow the format, or has far too many parts."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part begins; `name` is its field."""

    name: str


class _Place(Enum):
    BODY = auto()
    AFTER_DELIMITER = auto()
    HEAD = auto()


class Splitter:
    """Splits one body; `finished` tells that its closing delimiter has come."""

    def __init__(self, boundary: bytes) -> None:
        self._delimiter = b"\r\n--" + boundary
        # The first delimiter may stand at the very beginning, without its line break.
        self._buffer = bytearray(b"\r\n")
        self._place = _Place.BODY
        self._parts = 0
        self._found: list[Part | bytes] = []
        self.finished = False

    def feed(self, data: bytes) -> list[Part | bytes]:
        """Return the parts that begin in `data` and their content; raises `Malformed`."""
        if self.finished:
            return []
        self._buffer += data
        going = True
        while going:
            match self._place:
                case _Place.BODY:
                    going = self._body()
                case _Place.AFTER_DELIMITER:
                    going = self._after_delimiter()
                case _Place.HEAD:
                    going = self._head()
        found, self._found = self._found, []
        return found

    def _body(self) -> bool:
        at = self._buffer.find(self._delimiter)
        if at < 0:
            self._give(len(self._buffer) - len(self._delimiter) + 1)
            return False
        self._give(at)
        del self._buffer[: len(self._delimiter)]
        self._place = _Place.AFTER_DELIMITER
        return True

    def _give(self, length: int) -> None:
        """Hand out so much of the buffer, unless it is the preamble."""
        if length > 0:
            if self._parts:
                self._found.append(bytes(self._buffer[:length]))
            del self._buffer[:length]

    def _after_delimiter(self) -> bool:
        if self._buffer.startswith(b"--"):
            self.finished = True
            self._buffer.clear()
            return False
        line, end, _ = self._buffer.partition(b"\r\n")
        padded = not line.strip(b" \t\r-" if not end and len(line) < 2 else b" \t\r")
        if not end and padded and len(line) < PADDING_BYTES:
            return False
        if end and padded:
            del self._buffer[: len(line)]
            self._place = _Place.HEAD
        else:
            # Only looked like a delimiter: it goes on with other characters.
            self._buffer[:0] = self._delimiter
            self._give(len(self._delimiter))
            self._place = _Place.BODY
        return True

    def _head(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            if len(self._buffer) > HEAD_BYTES:
                raise Malformed("a part's head is too long")
            return False
        self._found.append(Part(_name(bytes(self._buffer[:end]))))
        del self._buffer[: end + 4]
        self._parts += 1
        if self._parts > PARTS:
            raise Malformed("too many parts")
        self._place = _Place.BODY
        return True


def _name(head: bytes) -> str:
    for line in head.split(b"\r\n"):
        field, _, value = line.partition(b":")
        if field.strip().lower() == b"content-disposition":
            try:
                _, options = parse_options_header(value.decode().strip())
            except UnicodeDecodeError as error:
                raise Malformed("a part's head is not text") from error
            if "name" in options:
                return options["name"]
    raise Malformed("a part has no name")
