"""The hub: rings those who listen to a topic, once, and forgets those who left."""

from store.events import Hub


async def test_a_listener_is_rung_by_its_topics_only() -> None:
    hub = Hub()
    with hub.listen("a", "b") as hint:
        hub.publish(["c"])
        silent = await hint.wait(0)
        hub.publish(["b"])

        assert (silent, await hint.wait(0)) == (False, True)


async def test_many_rings_before_a_look_are_one() -> None:
    hub = Hub()
    with hub.listen("a", "b") as hint:
        hub.publish(["a", "b"])
        hub.publish(["a"])

        assert [await hint.wait(0), await hint.wait(0)] == [True, False]


async def test_all_listeners_of_a_topic_are_rung() -> None:
    hub = Hub()
    with hub.listen("a") as one, hub.listen("a") as other:
        hub.publish(["a"])

        assert (await one.wait(0), await other.wait(0)) == (True, True)


def test_those_who_left_are_forgotten() -> None:
    hub = Hub()
    with hub.listen("a", "b"):
        listening = hub.statistics()

    assert listening == {"topics": 2, "listeners": 2}
    assert hub.statistics() == {"topics": 0, "listeners": 0}
