"""Rates: what is refused, and what waits for its turn."""

from tenback.server.limits import AddressLimit, Bucket


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_over_the_rate_is_refused_until_there_is_a_token_again() -> None:
    clock = Clock()
    bucket = Bucket(2, 10.0, clock)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now = 0.1
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_what_is_reserved_over_the_rate_comes_one_after_the_other() -> None:
    clock = Clock()
    bucket = Bucket(2, 10.0, clock)
    assert [bucket.reserve() for _ in range(5)] == [0.0, 0.0, 0.1, 0.2, 0.3]
    clock.now = 0.3
    assert bucket.reserve() == 0.1
    clock.now = 10.0
    assert [bucket.reserve() for _ in range(3)] == [0.0, 0.0, 0.1]


def test_one_address_does_not_wait_for_another() -> None:
    limit = AddressLimit(1, 0.001, most=10)
    assert limit.reserve("192.0.2.1") == 0
    assert limit.reserve("192.0.2.1") > 0
    assert limit.reserve("192.0.2.2") == 0
