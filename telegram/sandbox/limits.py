"""Every number the imitated server enforces, with its source.

Marks: D the Bot API 10.1 reference, S source of the open Bot API server, T source of the library
below it, ST core.telegram.org/stickers, R reports. Sizes are bytes, times are seconds.
"""

KIB = 1024
MIB = 1024 * KIB

# Updates
POLL_LIMIT_MAX = 100  # D, clamped S
POLL_TIMEOUT_MAX = 50  # S, clamped
POLL_BYTES_MAX = 4 * MIB  # S
QUEUE_EVENTS_MAX = 100_000  # T
OFFSET_AHEAD_MAX = 10  # T
MESSAGE_RETENTION = 24 * 3600  # D S, counted from the date of the message
CALLBACK_RETENTION = 150  # S
IDLE_RESET = 7 * 24 * 3600  # D, the next id is random after that
FIRST_ID_MIN = 2_000_000  # T
FIRST_ID_MAX = 2**31 // 2  # T
REPEAT_WINDOW = 3.0  # S, same offset again: timeout at least 3, conflicts held back
REPEAT_SINGLE = 0.5  # S, same offset again: one update per call
COALESCE = 0.002  # S, a parked poll is answered after this

DEFAULT_EXCLUDED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})  # D S
UPDATE_KINDS = frozenset(
    [
        "message",
        "edited_message",
        "channel_post",
        "edited_channel_post",
        "business_connection",
        "business_message",
        "edited_business_message",
        "deleted_business_messages",
        "guest_message",
        "message_reaction",
        "message_reaction_count",
        "inline_query",
        "chosen_inline_result",
        "callback_query",
        "shipping_query",
        "pre_checkout_query",
        "purchased_paid_media",
        "poll",
        "poll_answer",
        "my_chat_member",
        "chat_member",
        "chat_join_request",
        "chat_boost",
        "removed_chat_boost",
        "managed_bot",
    ]
)  # D

# Texts
TEXT_MAX = 4096  # D, after entity parsing
CAPTION_MAX = 1024  # D
RAW_TEXT_MAX = 32 * KIB  # S
CALLBACK_DATA_MAX = 64  # D, bytes of UTF-8
CALLBACK_ANSWER_MAX = 200  # D
CALLBACK_ANSWER_SECONDS = 15.0  # R, no documented deadline; people see 10 to 15
DEEP_LINK_MAX = 64  # F: longer payloads are dropped by the app
MARKUP_BYTES_MAX = 10_000  # S, "reply markup is too long"

# Albums, polls and other things people send
ALBUM_MIN = 2  # D
ALBUM_MAX = 10  # D
EDIT_SECONDS = 48 * 3600  # the apps let people edit for two days
POLL_QUESTION_MAX = 300  # D
POLL_OPTION_MAX = 100  # D
POLL_OPTIONS_MIN = 2  # the apps ask for two
POLL_OPTIONS_MAX = 12  # D
PLACEHOLDER_MAX = 64  # D, longer ones are cut
ID_MAX = 2**52 - 1  # D, 52 significant bits
DICE_SIDES = {"🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64}  # D

# Commands
COMMANDS_MAX = 100  # D
COMMAND_MAX = 32  # D T
COMMAND_TEXT_MAX = 256  # D T

# Files
DOWNLOAD_MAX = 20 * MIB  # D
PHOTO_BYTES_MAX = 10 * MIB  # D
UPLOAD_BYTES_MAX = 50 * MIB  # D
PHOTO_SIDES_MAX = 10_000  # D, width plus height
PHOTO_RATIO_MAX = 20  # D
FILES_PER_REQUEST = 50  # T
BODY_MAX = 64 * MIB

# Stickers
STICKERS_AT_CREATION = 50  # D S
STICKERS_IN_SET = 120  # D
STICKERS_IN_EMOJI_SET = 200  # D
STICKER_SIDE = 512  # ST
STATIC_BYTES_MAX = 512 * KIB  # T
ANIMATED_BYTES_MAX = 64 * KIB  # T
VIDEO_BYTES_MAX = 256 * KIB  # T
EMOJI_MAX = 20  # D S
KEYWORDS_MAX = 20  # D
NAME_MAX = 64  # D T, longer is cut without an error
NAME_MEMORY = 60.0  # R, a deleted name is not free again at once; the length is our choice
