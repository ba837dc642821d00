"""Who has used least goes first: by address, then table by table."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tenback.server.offers import hurry, is_light
from tenback.server.thinking.fair_queue import FairQueue, Payer


def serve(queue: FairQueue[str], seconds: float = 1.0) -> str:
    payer, job = queue.pop()
    queue.charge(payer, seconds)
    return job


def test_first_come_first_served_at_one_table() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in "abc":
        queue.put(Payer("here", "T"), job)
    assert [serve(queue) for _ in range(3)] == ["a", "b", "c"]
    assert len(queue) == 0


def test_many_tables_of_one_address_have_the_share_of_one() -> None:
    queue: FairQueue[str] = FairQueue()
    for table in range(18):
        for _ in range(5):
            queue.put(Payer("greedy one", f"T{table}"), "many")
    for _ in range(10):
        serve(queue)
    queue.put(Payer("other", "X"), "other")
    assert serve(queue) == "other"
    for _ in range(3):
        queue.put(Payer("other", "X"), "other")
    assert Counter(serve(queue) for _ in range(6)) == {"many": 3, "other": 3}


def test_tables_of_an_address_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "a3"):
        queue.put(Payer("here", "A"), job)
    queue.put(Payer("here", "B"), "b1")
    assert [serve(queue) for _ in range(4)] == ["a1", "b1", "a2", "a3"]


def test_time_counts_rather_than_number() -> None:
    queue: FairQueue[str] = FairQueue()
    for _ in range(20):
        queue.put(Payer("slow", "S"), "slow")
        queue.put(Payer("quick", "Q"), "quick")
    served: Counter[str] = Counter()
    for _ in range(20):
        payer, job = queue.pop()
        served[job] += 1
        queue.charge(payer, 1.0 if job == "slow" else 0.1)
    assert served["quick"] >= 8 * served["slow"]  # ten to one, but for the first of each


def test_who_asked_for_nothing_for_long_has_saved_nothing_up() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(Payer("early", "E"), "early")
    serve(queue)
    for _ in range(50):
        queue.put(Payer("busy", "B"), "busy")
        serve(queue)
    for _ in range(10):
        queue.put(Payer("busy", "B"), "busy")
        queue.put(Payer("early", "E"), "early")
    assert Counter(serve(queue) for _ in range(10)) == {"early": 5, "busy": 5}


def test_what_is_taken_back_is_not_served() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in "ab":
        queue.put(Payer("here", "T"), job)
    assert queue.remove(Payer("here", "T"), "a")
    assert not queue.remove(Payer("here", "T"), "a")
    assert not queue.remove(Payer("nobody", "T"), "a")
    assert (len(queue), serve(queue)) == (1, "b")


def test_the_crowd_is_everybody_times_ones_own() -> None:
    queue: FairQueue[str] = FairQueue()
    for table in range(6):
        queue.put(Payer("many", f"T{table}"), "job")
    queue.put(Payer("one", "X"), "job")
    assert queue.crowd(Payer("many", "T0")) == 12
    assert queue.crowd(Payer("one", "X")) == 2
    assert queue.crowd(Payer("nobody", "X")) == 0


def test_forgotten_addresses_are_those_that_ask_for_nothing() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(Payer("waiting", "T"), "kept")
    for number in range(3000):
        queue.put(Payer(f"address {number}", "T"), "passing")
        queue.remove(Payer(f"address {number}", "T"), "passing")
    assert serve(queue) == "kept"


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans())))
def test_every_job_is_served_once(steps: list[tuple[int, int, bool]]) -> None:
    queue: FairQueue[str] = FairQueue()
    put: list[str] = []
    served: list[str] = []
    for number, (address, table, is_put) in enumerate(steps):
        if is_put:
            put.append(f"{address} {table} {number}")
            queue.put(Payer(str(address), str(table)), put[-1])
        elif len(queue):
            served.append(serve(queue, 0.1 * number))
    served += queue.drain()
    assert sorted(served) == sorted(put)
    assert len(queue) == 0
    for place in {tuple(job.split()[:2]) for job in put}:  # each table is served in order
        numbers = [int(job.split()[2]) for job in served if tuple(job.split()[:2]) == place]
        assert numbers == sorted(numbers)


def test_bots_are_hurried_by_what_they_look_at() -> None:
    assert hurry("master:ms=1000", 0.25) == "master:ms=250"
    assert hurry("master", 0.5) == "master:samples=32"
    assert hurry("montecarlo:samples=3", 0.1) == "montecarlo:samples=1"
    assert hurry("master:talk=1,ms=40", 0.5) == "master:talk=1,ms=20"
    assert hurry("expert", 0.1) == "expert"
    assert hurry("greedy", 0.1) == "greedy"


def test_light_bots_need_no_compiled_code() -> None:
    assert is_light("greedy")
    assert is_light("random")
    assert not is_light("expert")
    assert not is_light("greedy:x=1")
