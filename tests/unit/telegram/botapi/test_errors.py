"""Classification of refusals, by the server's own words."""

import pytest

from telegram.botapi.errors import ErrorKind, classify

CASES = [
    (429, "Too Many Requests: retry after 12", ErrorKind.FLOOD),
    (403, "Forbidden: bot was blocked by the user", ErrorKind.BLOCKED),
    (403, "Forbidden: user is deactivated", ErrorKind.BLOCKED),
    (403, "Forbidden: bot can't initiate conversation with a user", ErrorKind.BLOCKED),
    (403, "Forbidden: the bot can't send messages to the bot", ErrorKind.BLOCKED),
    (400, "Bad Request: PEER_ID_INVALID", ErrorKind.BLOCKED),
    (400, "Bad Request: user not found", ErrorKind.BLOCKED),
    (400, "Bad Request: invalid user_id specified", ErrorKind.BLOCKED),
    (400, "Bad Request: USER_IS_BOT", ErrorKind.BLOCKED),
    (400, "Bad Request: group chat was upgraded to a supergroup chat", ErrorKind.MIGRATED),
    (400, "Bad Request: chat not found", ErrorKind.CHAT_GONE),
    (403, "Forbidden: the group chat was deleted", ErrorKind.CHAT_GONE),
    (403, "Forbidden: bot was kicked from the supergroup chat", ErrorKind.CHAT_GONE),
    (403, "Forbidden: bot is not a member of the channel chat", ErrorKind.CHAT_GONE),
    (400, "Bad Request: have no write access to the chat", ErrorKind.NO_RIGHTS),
    (400, "Bad Request: CHAT_WRITE_FORBIDDEN", ErrorKind.NO_RIGHTS),
    (400, "Bad Request: not enough rights to send photos to the chat", ErrorKind.NO_RIGHTS),
    (400, "Bad Request: need administrator rights in the channel chat", ErrorKind.NO_RIGHTS),
    (400, "Bad Request: message thread not found", ErrorKind.THREAD_GONE),
    (400, "Bad Request: TOPIC_CLOSED", ErrorKind.THREAD_GONE),
    (
        400,
        (
            "Bad Request: message is not modified: specified new message content and reply markup"
            " are exactly the same as a current content and reply markup of the message"
        ),
        ErrorKind.NOT_MODIFIED,
    ),
    (400, "Bad Request: message to edit not found", ErrorKind.MESSAGE_GONE),
    (400, "Bad Request: message to delete not found", ErrorKind.MESSAGE_GONE),
    (400, "Bad Request: message can't be edited", ErrorKind.NOT_EDITABLE),
    (400, "Bad Request: message can't be deleted for everyone", ErrorKind.NOT_EDITABLE),
    (400, "Bad Request: there is no text in the message to edit", ErrorKind.NOT_EDITABLE),
    (400, "Bad Request: message to be replied not found", ErrorKind.REPLY_GONE),
    (
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
        ErrorKind.QUERY_TOO_OLD,
    ),
    (401, "Unauthorized", ErrorKind.UNAUTHORIZED),
    (401, "Unauthorized: invalid token specified", ErrorKind.UNAUTHORIZED),
    (404, "Not Found", ErrorKind.UNAUTHORIZED),
    (404, "Not Found: method not found", ErrorKind.BAD_REQUEST),
    (421, "Misdirected Request: unallowed token specified", ErrorKind.UNAUTHORIZED),
    (400, "Logged out", ErrorKind.UNAUTHORIZED),
    (
        409,
        (
            "Conflict: terminated by other getUpdates request; make sure that only one bot instance"
            " is running"
        ),
        ErrorKind.CONFLICT,
    ),
    (400, "Bad Request: sticker set name is already occupied", ErrorKind.NAME_OCCUPIED),
    (400, "Bad Request: invalid sticker set name is specified", ErrorKind.NAME_INVALID),
    (400, "Bad Request: sticker set name invalid", ErrorKind.NAME_INVALID),
    (400, "Bad Request: STICKERSET_INVALID", ErrorKind.SET_MISSING),
    (400, "Bad Request: sticker set not found", ErrorKind.SET_MISSING),
    (400, "Bad Request: STICKERS_TOO_MUCH", ErrorKind.SET_FULL),
    (400, "Bad Request: STICKERPACK_STICKERS_TOO_MUCH", ErrorKind.SET_FULL),
    (400, "Bad Request: STICKER_PNG_DIMENSIONS", ErrorKind.STICKER_BAD),
    (400, "Bad Request: STICKER_FILE_INVALID", ErrorKind.STICKER_BAD),
    (400, "Bad Request: can't upload sticker file: wrong file type", ErrorKind.STICKER_BAD),
    (400, "Bad Request: can't parse InputSticker: sticker not found", ErrorKind.STICKER_BAD),
    (400, "Bad Request: invalid sticker emojis", ErrorKind.EMOJI_BAD),
    (
        400,
        "Bad Request: can't parse InputSticker: expected a Unicode emoji",
        ErrorKind.EMOJI_BAD,
    ),
    (400, "Bad Request: file is too big", ErrorKind.FILE_BAD),
    (
        400,
        "Bad Request: wrong file_id or the file is temporarily unavailable",
        ErrorKind.FILE_BAD,
    ),
    (400, "Bad Request: IMAGE_PROCESS_FAILED", ErrorKind.FILE_BAD),
    (
        400,
        'Bad Request: can\'t parse entities: Unsupported start tag "x" at byte offset 3',
        ErrorKind.BAD_REQUEST,
    ),
    (400, "Bad Request: message text is empty", ErrorKind.BAD_REQUEST),
    (400, "Bad Request: message is too long", ErrorKind.BAD_REQUEST),
    (400, "Bad Request: BUTTON_DATA_INVALID", ErrorKind.BAD_REQUEST),
    (400, "Bad Request: can't parse stickers JSON object", ErrorKind.BAD_REQUEST),
    (400, "Bad Request: sticker set title must be non-empty", ErrorKind.BAD_REQUEST),
    (413, "Request Entity Too Large", ErrorKind.BAD_REQUEST),
    (500, "Internal Server Error: restart", ErrorKind.SERVER),
    (502, "", ErrorKind.SERVER),
    (400, "Bad Request: a text of next year", ErrorKind.UNKNOWN),
    (403, "Forbidden: a text of next year", ErrorKind.UNKNOWN),
    (400, "", ErrorKind.UNKNOWN),
]


@pytest.mark.parametrize(("code", "description", "kind"), CASES)
def test_a_refusal_is_told_by_code_and_words(code: int, description: str, kind: ErrorKind) -> None:
    assert classify(code, description) is kind


def test_letter_case_does_not_matter() -> None:
    assert classify(400, "BAD REQUEST: CHAT NOT FOUND") is ErrorKind.CHAT_GONE
    assert classify(400, "bad request: stickerset_invalid") is ErrorKind.SET_MISSING


def test_every_kind_has_a_case() -> None:
    assert {kind for _, _, kind in CASES} == set(ErrorKind)
