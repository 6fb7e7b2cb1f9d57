"""Files the bot and the people have sent, under ids that are good for this bot alone.

`file_id` is for using and differs per place; `file_unique_id` is for comparing and follows the
bytes. Pictures are judged by their header only, through Pillow.
"""

import base64
import hashlib
import io
import re
import warnings
from dataclasses import dataclass, field
from typing import Any

from PIL import Image, UnidentifiedImageError

from telegram.sandbox import limits
from telegram.sandbox.params import Call, Upload
from telegram.sandbox.refusal import Refusal, bad_request

_FORMATS = ("PNG", "WEBP", "JPEG", "GIF", "TIFF", "BMP")
_MARKS = {
    "photo": "AgACAgI",
    "sticker": "CAACAgI",
    "document": "BQACAgI",
    "voice": "AwACAgI",
    "video": "BAACAgI",
    "video_note": "DQACAgI",
}
_FOLDERS = {
    "photo": "photos",
    "sticker": "stickers",
    "document": "documents",
    "voice": "voice",
    "video": "videos",
    "video_note": "video_notes",
}
_SUFFIXES = {"PNG": "png", "WEBP": "webp", "JPEG": "jpg", "GIF": "gif", "TIFF": "tif", "BMP": "bmp"}


@dataclass(frozen=True, slots=True)
class Picture:
    """What the header of an image says."""

    format: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file at a place; `sticker_format` is empty for what is no sticker."""

    file_id: str
    unique_id: str
    kind: str
    data: bytes
    path: str
    name: str = ""
    mime: str = "application/octet-stream"
    width: int = 0
    height: int = 0
    sticker_format: str = ""

    def file_json(self) -> dict[str, Any]:
        """The `File` object of the API, without its path."""
        return {
            "file_id": self.file_id,
            "file_unique_id": self.unique_id,
            "file_size": len(self.data),
        }

    def photo_json(self) -> dict[str, Any]:
        """A `PhotoSize`."""
        return self.file_json() | {"width": self.width, "height": self.height}

    def document_json(self) -> dict[str, Any]:
        """A `Document`."""
        return self.file_json() | {"file_name": self.name, "mime_type": self.mime}


@dataclass(slots=True)
class FileStore:
    """Files by id and by download path."""

    bot_id: int
    by_id: dict[str, StoredFile] = field(default_factory=dict)
    by_path: dict[str, StoredFile] = field(default_factory=dict)

    def add(self, kind: str, upload: Upload, **facts: Any) -> StoredFile:
        """Keep a file; returns it with a fresh id."""
        number = len(self.by_id) + 1
        file = StoredFile(
            file_id=self._new_id(kind, number),
            unique_id=_digest(upload.data),
            kind=kind,
            data=upload.data,
            path=f"{_FOLDERS[kind]}/file_{number}.{_suffix(upload)}",
            name=upload.name or f"file_{number}",
            mime=upload.content_type,
            **facts,
        )
        self.by_id[file.file_id] = self.by_path[file.path] = file
        return file

    def again(self, file: StoredFile) -> StoredFile:
        """The same bytes at another place: a new `file_id`, the same `file_unique_id`."""
        upload = Upload(file.name, file.mime, file.data)
        return self.add(
            file.kind,
            upload,
            width=file.width,
            height=file.height,
            sticker_format=file.sticker_format,
        )

    def find(self, file_id: str) -> StoredFile:
        """A file named in a send; raises `Refusal` for foreign, damaged and web addresses."""
        if file := self.by_id.get(file_id.strip()):
            return file
        if re.match(r"https?://", file_id, re.IGNORECASE):
            raise bad_request("failed to get HTTP URL content")
        if "." in file_id or "/" in file_id:
            raise bad_request("wrong file identifier/HTTP URL specified")
        wrong = "wrong remote file identifier specified: "
        if not re.fullmatch(r"[A-Za-z0-9_\-]+", file_id):
            raise bad_request(wrong + "Wrong character in the string")
        raise bad_request(wrong + "can't unserialize it. Wrong last symbol")

    def _new_id(self, kind: str, number: int) -> str:
        inner = hashlib.sha256(f"{self.bot_id}:{number}".encode()).digest()
        return _MARKS[kind] + base64.urlsafe_b64encode(inner).decode().rstrip("=")


def _digest(data: bytes) -> str:
    return "AQAD" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()[:9]).decode()


def _suffix(upload: Upload) -> str:
    try:
        return _SUFFIXES[read_picture(upload.data).format]
    except Refusal:
        ending = upload.name.rpartition(".")[2].lower()
        return ending if re.fullmatch(r"[a-z0-9]{1,8}", ending) else "bin"


def read_picture(data: bytes) -> Picture:
    """Format and size from the header.

    Raises `Refusal` IMAGE_PROCESS_FAILED if it is no picture.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
                return Picture(image.format or "", *image.size)
        except (UnidentifiedImageError, Image.DecompressionBombError, OSError, ValueError):
            raise bad_request("IMAGE_PROCESS_FAILED") from None
        except (SyntaxError, EOFError, KeyError, IndexError):
            # Pillow's readers let these out for damaged headers.
            raise bad_request("IMAGE_PROCESS_FAILED") from None


def take_photo(files: FileStore, upload: Upload) -> StoredFile:
    """Keep an uploaded photo, after the checks of size and shape."""
    size, most = len(upload.data), limits.PHOTO_BYTES_MAX
    if size == 0:
        raise bad_request("file must be non-empty")
    if size > most:
        raise bad_request(
            f"file of size {size} bytes is too big for a photo; the maximum size is {most} bytes"
        )
    picture = read_picture(upload.data)
    long, short = max(picture.width, picture.height), min(picture.width, picture.height)
    if long + short > limits.PHOTO_SIDES_MAX or long > short * limits.PHOTO_RATIO_MAX:
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return files.add("photo", upload, width=picture.width, height=picture.height)


def take_document(files: FileStore, upload: Upload) -> StoredFile:
    """Keep an uploaded document."""
    if not upload.data:
        raise bad_request("file must be non-empty")
    if len(upload.data) > limits.UPLOAD_BYTES_MAX:
        raise Refusal(413, "Request Entity Too Large")
    return files.add("document", upload)


def named_file(files: FileStore, call: Call, name: str) -> Upload | StoredFile | None:
    """What a file field of a send means: an upload, a known file, or nothing."""
    said = call.text(name)
    upload = call.file(name)
    if upload is not None and (not said or said.startswith("attach://")):
        return upload
    if not said or said.startswith("attach://"):
        return None
    return files.find(said)
