"""How many sessions an address may start."""

from api.throttle import Throttle, neighbourhood


def test_no_limit_admits_everybody() -> None:
    throttle = Throttle(0)

    assert all(throttle.admit("10.0.0.1", 0.0) is None for _ in range(100))


def test_one_address_does_not_use_up_anothers_turns() -> None:
    throttle = Throttle(1)

    assert throttle.admit("10.0.0.1", 0.0) is None
    assert throttle.admit("10.0.0.1", 12.0) == 48.0
    assert throttle.admit("10.0.0.2", 12.0) is None


def test_a_request_that_is_forgiven_counts_no_more() -> None:
    throttle = Throttle(1)
    throttle.admit("10.0.0.1", 0.0)

    throttle.forgive("10.0.0.1")
    throttle.forgive("10.0.0.2")

    assert throttle.admit("10.0.0.1", 1.0) is None
    assert throttle.admit("10.0.0.1", 1.0) == 59.0


def test_memory_is_bounded() -> None:
    throttle = Throttle(1, addresses=3)

    for number in range(100):
        throttle.admit(f"10.0.0.{number}", 0.0)

    assert len(throttle._windows) == 3


def test_a_network_of_version_six_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:10.0.0.1") == neighbourhood("10.0.0.1")
    assert neighbourhood("nonsense") == "nonsense"
