"""One guest through the real process, from START to a pack that can be looked at."""

from pathlib import Path

from actors.demo import proof
from tests.support.booth import booth_on
from tests.support.sandbox_process import SandboxProcess
from tests.system.closing_time import ONCE, audit
from tests.system.visitor import visitor


async def test_a_guest_gets_ten_valid_stickers_and_one_link(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.walk()

        (pack,) = (await sandbox.state())["sets"]
        proof.check([await sandbox.file(each["file_id"]) for each in pack["stickers"]])
        assert [pack["name"] in text for text in await guest.links()] == [True]
        assert await audit(booth, sandbox, [guest], links=ONCE) == []


async def test_the_oracle_sees_a_lost_job_and_a_lost_update(
    sandbox: SandboxProcess, tmp_path: Path
) -> None:
    async with booth_on(tmp_path, sandbox) as booth:
        guest = await visitor(booth, sandbox)
        await guest.lead_to("template_chosen")
        guest.accepted = "a-job-that-is-not"
        guest.presses += 1

        wrong = await audit(booth, sandbox, [guest])

    assert [sentence.split(" is ")[0] for sentence in wrong if "lost" in sentence] == [
        "the accepted job a-job-that-is-not"
    ]
    assert any("caused 3 updates and the inbox has 2" in sentence for sentence in wrong)
