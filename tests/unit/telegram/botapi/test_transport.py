"""The pool recovers from connections it has lost."""

import httpx
import pytest
import trio

from telegram.botapi.answers import Reply
from telegram.botapi.errors import NotSent
from telegram.botapi.transport import Call, Transport
from tests.unit.telegram.botapi.wire import Silence, Wire, serving

TLS = httpx.create_ssl_context(trust_env=False)


def test_a_transport_needs_a_connection() -> None:
    with pytest.raises(ValueError, match="connections"):
        Transport(0, TLS)


async def test_a_wedged_pool_is_replaced_and_the_lost_call_was_not_sent() -> None:
    async with serving() as wire:
        transport = Transport(1, TLS, pool_seconds=0.1)
        await _lose_the_connection(transport, wire)

        lost = await transport.send(_call(wire))
        after = await transport.send(_call(wire))
        await transport.aclose()

    assert lost == NotSent("PoolTimeout")
    assert isinstance(after, Reply)
    assert [request.target for request in wire.requests] == ["/lost", "/call"]


async def test_calls_in_flight_outlive_the_replacement_of_their_pool() -> None:
    async with serving(Silence()) as wire:
        transport = Transport(2, TLS)
        worn = transport._pool
        async with trio.open_nursery() as nursery:
            nursery.start_soon(transport.send, _call(wire))
            await wire.arrived.wait()
            transport._replace(worn)
            await worn.leave_if_retired()
            still_open = not worn._client.is_closed
            nursery.cancel_scope.cancel()
        await transport.aclose()

    assert still_open
    assert worn._client.is_closed


async def _lose_the_connection(transport: Transport, wire: Wire) -> None:
    # What a cancelled request was seen to leave behind: a connection busy for ever.
    await transport._pool._client.send(httpx.Request("POST", f"{wire.root}/lost"), stream=True)


def _call(wire: Wire) -> Call:
    return Call(httpx.URL(f"{wire.root}/call"), 5)
