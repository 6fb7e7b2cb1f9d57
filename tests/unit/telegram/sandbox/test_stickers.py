"""Sticker files and sets: limits, names, owners, and what can be changed."""

from typing import Any

import pytest

from telegram.sandbox.guest import Guest
from tests.unit.telegram.sandbox.api import Api, picture, sticker


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (picture(511, 300), "STICKER_PNG_DIMENSIONS"),
        (picture(513, 512), "STICKER_PNG_DIMENSIONS"),
        (picture(512, 512, "JPEG"), "STICKER_PNG_NOPNG"),
        (b"no picture at all", "STICKER_FILE_INVALID"),
        (b"", "can't upload sticker file: empty file"),
        (picture() + b"\0" * 512 * 1024, "file is too big"),
    ],
    ids=["small", "large", "jpeg", "noise", "empty", "heavy"],
)
async def test_bad_sticker_files_are_refused(api: Api, data: bytes, refusal: str) -> None:
    guest = await api.guest()

    answer = await api.upload(guest.id, data)

    assert answer["description"] == f"Bad Request: {refusal}"


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
async def test_good_sticker_file_is_kept_and_can_be_fetched(api: Api, kind: str) -> None:
    guest = await api.guest()
    data = picture(300, 512, kind)

    file_id = await api.uploaded(guest.id, data)
    file = await api.result("getFile", file_id=file_id)
    root = f"{api.sandbox.base_url}/file/bot{api.sandbox.token}/"
    fetched = await api.client.get(root + file["file_path"])

    assert fetched.content == data


async def test_upload_needs_a_known_format_and_a_file(api: Api) -> None:
    guest = await api.guest()

    unknown = await api.upload(guest.id, picture(), "round")
    missing = await api.refusal("uploadStickerFile", user_id=guest.id, sticker_format="static")

    assert unknown["description"] == "Bad Request: invalid sticker format specified"
    assert missing == "Bad Request: inputFile is not specified"


async def creation(api: Api, guest: Guest, **changes: Any) -> str:
    """The refusal of a creation that is right but for `changes`."""
    fields: dict[str, Any] = {
        "user_id": guest.id,
        "name": f"k1_by_{api.sandbox.bot_username}",
        "title": "Набор",
        "stickers": [sticker(await api.uploaded(guest.id))],
    }
    said = await api.refusal("createNewStickerSet", **(fields | changes))
    return said.removeprefix("Bad Request: ")


async def test_set_is_made_and_found_whatever_the_case(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest, count=3)

    found = await api.result("getStickerSet", name=name.upper())

    assert (found["name"], found["title"], len(found["stickers"])) == (name, "Набор", 3)
    first = found["stickers"][0]
    assert (first["width"], first["emoji"], first["set_name"]) == (512, "😀", name)


@pytest.mark.parametrize(
    "name",
    [
        "k1",
        "1k_by_stickerbooth_bot",
        "k__1_by_stickerbooth_bot",
        "k-1_by_stickerbooth_bot",
        "k1_by_other_bot",
        "k" * 50 + "_by_stickerbooth_bot",
    ],
    ids=["no suffix", "digit first", "two underscores", "dash", "other bot", "cut at 64"],
)
async def test_bad_names_are_refused(api: Api, name: str) -> None:
    guest = await api.guest()

    assert await creation(api, guest, name=name) == "invalid sticker set name is specified"


async def test_taken_name_is_refused_whatever_its_case(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)

    said = await creation(api, guest, name=name.replace("k1", "K.1"))
    again = await creation(api, guest, name=name.upper())

    assert said == "invalid sticker set name is specified"
    assert again == "sticker set name is already occupied"


async def test_titles_are_cleaned_cut_and_must_not_be_empty(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)

    empty = await creation(api, guest, title="\u200b \t")
    await api.result("setStickerSetTitle", name=name, title="я" * 70)

    assert empty == "sticker set title must be non-empty"
    assert await creation(api, guest, name="") == "sticker set name must be non-empty"
    assert (await api.result("getStickerSet", name=name))["title"] == "я" * 64


async def test_bad_lists_of_stickers_are_refused(api: Api) -> None:
    guest = await api.guest()
    file = await api.uploaded(guest.id)

    async def said(stickers: Any) -> str:
        return await creation(api, guest, stickers=stickers)

    assert await said([]) == "at least 1 sticker must be specified"
    assert await said("[") == "can't parse stickers JSON object"
    assert await said({}) == "expected an Array of InputSticker"
    assert await said([sticker(file)] * 51) == "too many stickers specified"
    assert await creation(api, guest, sticker_type="round") == (
        "unsupported sticker type specified"
    )
    photo = await api.client.post(
        api.url("sendPhoto"), data={"chat_id": guest.id}, files={"photo": picture()}
    )
    photo_id = photo.json()["result"]["photo"][0]["file_id"]
    assert await said([sticker(photo_id)]) == "wrong file type"


@pytest.mark.parametrize(
    ("changes", "tail"),
    [
        ({"sticker": "attach://nothing"}, "sticker not found"),
        ({"sticker": None}, "sticker not found"),
        ({"format": None}, 'Can\'t find field "format"'),
        ({"format": "round"}, "Invalid sticker format specified"),
        ({"emoji_list": None}, 'Can\'t find field "emoji_list"'),
        ({"emoji_list": []}, "emoji list must be non-empty"),
        ({"emoji_list": ["😀"] * 21}, "too many emoji specified"),
        ({"emoji_list": [1]}, "emoji must be a string"),
        ({"emoji_list": ["x"]}, "expected a Unicode emoji"),
        ({"keywords": [1]}, "keyword must be a string"),
    ],
)
async def test_bad_input_stickers_are_refused(api: Api, changes: dict[str, Any], tail: str) -> None:
    guest = await api.guest()
    described = sticker(await api.uploaded(guest.id)) | changes

    said = await creation(api, guest, stickers=[described])

    assert said == f"can't parse InputSticker: {tail}"
    assert api.sandbox.world.shelf.sets == {}


async def test_foreign_file_ids_are_refused(api: Api) -> None:
    guest = await api.guest()
    foreign = "CAACAgIAAxkBAAEBqYhlw3example_of_another_bot"

    said = await creation(api, guest, stickers=[sticker(foreign)])
    damaged = await creation(api, guest, stickers=[sticker("a b")])
    web = await creation(api, guest, stickers=[sticker("https://example.org/a.png")])

    wrong = "wrong remote file identifier specified: "
    assert said == wrong + "can't unserialize it. Wrong last symbol"
    assert damaged == wrong + "Wrong character in the string"
    assert web == "failed to get HTTP URL content"


async def test_owner_must_be_a_person_who_pressed_start(api: Api) -> None:
    guest = await api.guest()
    stranger = Guest(api.sandbox.world)

    assert await creation(api, guest, user_id=stranger.id) == "PEER_ID_INVALID"
    assert await creation(api, guest, user_id=77) == "user not found"
    assert await creation(api, guest, user_id=0) == "invalid user_id specified"
    assert await creation(api, guest, user_id=api.sandbox.world.bot.id) == "USER_IS_BOT"


async def test_adding_a_known_file_again_changes_nothing(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    fields = {"user_id": guest.id, "name": name}
    file = await api.uploaded(guest.id, picture(shade=99))

    for _ in range(2):
        await api.result("addStickerToSet", **fields, sticker=sticker(file))

    assert len((await api.result("getStickerSet", name=name))["stickers"]) == 2


async def test_adding_uploaded_bytes_again_makes_a_second_sticker(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    described = '{"sticker":"attach://part","emoji_list":["😀"]}'
    fields = {"user_id": str(guest.id), "name": name, "sticker": described}

    for _ in range(2):
        files = {"part": ("s.png", picture(shade=3))}
        answer = await api.client.post(api.url("addStickerToSet"), data=fields, files=files)
        assert answer.json()["ok"]

    assert len((await api.result("getStickerSet", name=name))["stickers"]) == 3


async def test_full_set_refuses_one_more(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    target = api.sandbox.world.shelf.find(name)
    target.entries = target.entries * 120
    file = await api.uploaded(guest.id, picture(shade=99))

    said = await api.refusal("addStickerToSet", user_id=guest.id, name=name, sticker=sticker(file))

    assert said == "Bad Request: STICKERS_TOO_MUCH"


async def test_add_refuses_with_its_own_prefix_and_unknown_sets(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    file = await api.uploaded(guest.id)
    bad = sticker(file, "x")

    async def said(**fields: Any) -> str:
        return await api.refusal("addStickerToSet", user_id=guest.id, **fields)

    wrong_emoji = await said(name=name, sticker=bad)
    assert wrong_emoji == "Bad Request: can't parse sticker: expected a Unicode emoji"
    unknown = await said(name="zz_by_stickerbooth_bot", sticker=sticker(file))
    assert unknown == "Bad Request: STICKERSET_INVALID"


async def test_stickers_are_moved_replaced_renamed_and_deleted(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest, count=3)

    async def inside() -> list[str]:
        found = await api.result("getStickerSet", name=name)
        return [each["file_id"] for each in found["stickers"]]

    first, second, third = await inside()
    await api.result("setStickerPositionInSet", sticker=third, position=0)
    assert await inside() == [third, first, second]
    await api.result("setStickerEmojiList", sticker=third, emoji_list=["🔥"])
    new = await api.uploaded(guest.id, picture(shade=77))
    await api.result(
        "replaceStickerInSet",
        user_id=guest.id,
        name=name,
        old_sticker=first,
        sticker=sticker(new),
    )
    await api.result("deleteStickerFromSet", sticker=second)
    after = (await api.result("getStickerSet", name=name))["stickers"]

    assert [each["emoji"] for each in after] == ["🔥", "😀"]
    assert first not in {each["file_id"] for each in after}


async def test_changes_need_the_id_from_the_set(api: Api) -> None:
    guest = await api.guest()
    await api.make_set(guest)
    outside = await api.uploaded(guest.id, picture(shade=50))

    gone = await api.refusal("deleteStickerFromSet", sticker=outside)
    place = await api.refusal("setStickerPositionInSet", sticker=outside)
    emoji = await api.refusal("setStickerEmojiList", sticker=outside, emoji_list=["x"])

    assert gone == "Bad Request: STICKER_INVALID"
    assert place == "Bad Request: wrong sticker position specified"
    assert emoji == "Bad Request: expected a Unicode emoji"


async def test_deleted_set_is_gone_and_its_name_is_not_free_at_once(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)

    await api.result("deleteStickerSet", name=name)
    missing = await api.refusal("getStickerSet", name=name)
    taken = await creation(api, guest)
    api.sandbox.world.clock.advance(3600)
    await api.make_set(guest)

    assert missing == "Bad Request: STICKERSET_INVALID"
    assert taken == "sticker set name is already occupied"


async def test_sticker_of_a_set_can_be_sent(api: Api) -> None:
    guest = await api.guest()
    name = await api.make_set(guest)
    file = (await api.result("getStickerSet", name=name))["stickers"][0]["file_id"]

    sent = await api.result("sendSticker", chat_id=guest.id, sticker=file)

    assert sent["sticker"]["set_name"] == name
