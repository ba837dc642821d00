"""Clients count by their network, and a server answers to its own names only."""

import socket

import pytest

from tenback.server.web.addresses import Names, client_address, is_in


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:0:8::1", "2001:db8::/64"),
        ("2001:0db8:0000:0000:a:b:c:d", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:db8:1::", "2001:db8:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_by_its_network(host: str, counts_as: str) -> None:
    assert client_address(host) == counts_as


def test_all_addresses_of_a_network_count_as_one() -> None:
    hosts = {f"2001:db8:0:0:{n:x}:{n * 7:x}::{n:x}" for n in range(1, 61)}
    assert {client_address(host) for host in hosts} == {"2001:db8::/64"}


def test_networks() -> None:
    assert is_in("10.1.2.3", ["192.0.2.0/24", "10.0.0.0/8"])
    assert is_in("::ffff:10.1.2.3", ["10.0.0.0/8"])
    assert not is_in("11.1.2.3", ["10.0.0.0/8"])
    assert not is_in("2001:db8::1", ["10.0.0.0/8"])
    assert not is_in("nobody", ["0.0.0.0/0"])
    assert not is_in("10.0.0.1", [])


KNOWN = (
    *(None, "localhost", "localhost:8010", "LOCALHOST", "localhost.", "a.localhost:1"),
    *("127.0.0.1", "127.0.0.1:8010", "127.9.9.9", "[::1]", "[::1]:8010"),
    *("192.0.2.5", "192.0.2.5:8010", "tenback.example.org", "Tenback.Example.org:443"),
)
FOREIGN = (
    *("", "evil.example", "evil.example:8010", "127.0.0.1.evil.example", "localhost.evil.example"),
    *("192.0.2.6:8010", "[2001:db8::1]", "example.org", "x.tenback.example.org", "localhost:port"),
    *("user@localhost", "localhost/path", "localhost@evil.example", "evil.example@localhost"),
    *("[::1", "localhost:99999", "notlocalhost", "0.0.0.0", "2130706433"),
)


@pytest.mark.parametrize("host", KNOWN)
def test_a_server_answers_to_its_names(host: str | None) -> None:
    assert Names(["tenback.example.org"]).knows(host, "192.0.2.5")


@pytest.mark.parametrize("host", FOREIGN)
def test_a_server_answers_to_no_other_name(host: str) -> None:
    assert not Names(["tenback.example.org"]).knows(host, "192.0.2.5")


def test_a_server_answers_to_the_name_of_its_machine() -> None:
    own = socket.gethostname()
    assert Names(()).knows(f"{own}:8010", None)
    assert Names(()).knows(f"{own.upper()}.local", None)
    assert not Names(()).knows("192.0.2.5", None)
    assert Names(()).knows("192.0.2.5", "::ffff:192.0.2.5")
