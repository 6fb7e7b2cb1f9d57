"""Runs the sandbox alone: `python -m telegram.sandbox --port N --token T`.

The first line on standard output is one JSON object with the address; then it serves until it is
ended.
"""

import argparse
import json
import signal
import sys

import trio

from telegram.sandbox.server import TOKEN, USERNAME, Sandbox


async def _run(sandbox: Sandbox) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            url = await nursery.start(sandbox.serve)
            facts = {"url": url, "token": sandbox.token, "username": sandbox.bot_username}
            sys.stdout.write(json.dumps(facts) + "\n")
            sys.stdout.flush()
            async for _ in signals:
                nursery.cancel_scope.cancel()


def main() -> None:
    """Parse the arguments and serve."""
    parser = argparse.ArgumentParser(prog="telegram.sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--token", default=TOKEN)
    parser.add_argument("--username", default=USERNAME)
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    sandbox = Sandbox(
        port=given.port, token=given.token, bot_username=given.username, seed=given.seed
    )
    trio.run(_run, sandbox)


if __name__ == "__main__":
    main()
