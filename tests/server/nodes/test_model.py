"""A model of leases, take-over and fencing: no way leads to a fault, and every rule is needed."""

from dataclasses import replace

import pytest
from tests.server.nodes.model import Protocol, explore


def test_no_way_leads_to_two_owners_or_a_lost_or_repeated_command() -> None:
    explored = explore(Protocol())
    assert (explored.fault, explored.way) == ("", ())
    assert explored.worlds > 10_000  # a model that stood still would find no fault either


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ("fences", "carried out twice"),
        ("buries", "two owners"),
        ("compares", "two owners"),
        ("looks_at_clock", "two owners"),
        ("counts_from_asking", "two owners"),
        ("remembers", "carried out twice"),
    ],
)
def test_every_rule_is_needed(rule: str, fault: str) -> None:
    explored = explore(replace(Protocol(), **{rule: False}))
    assert explored.fault == fault, explored.way
