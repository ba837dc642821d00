"""Options for several servers on one database: each mistake is told in one line."""

import pytest

from tenback.cli import main
from tenback.cli.node_options import NodeOptions
from tenback.server.config import NodeConfig

POSTGRES = "postgresql://ann@127.0.0.1:1/nowhere"


def told(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["serve", "--port", "0", *options]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


@pytest.mark.parametrize(
    "options",
    [("--processes", "2"), ("--node", "a"), ("--inner", "10.0.0.5:9010"), ("--lease", "5")],
)
def test_a_file_has_one_server(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...]
) -> None:
    assert "can share only a Postgres database" in told(capsys, *options)
    assert "can share only" in told(capsys, "--database", "tables.db", *options)


@pytest.mark.parametrize("address", ["10.0.0.5", "10.0.0.5:", ":9010", "10.0.0.5:99999", "x:y"])
def test_an_inner_address_is_host_and_port(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    shown = told(capsys, "--database", POSTGRES, "--inner", address)
    assert f"inner: {address!r} is not like 10.0.0.5:9010" in shown


def test_there_is_at_least_one_process(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "--database", POSTGRES, "--processes", "0")
    assert "processes: 0 is not at least 1" in shown


def test_the_command_line_and_the_server_have_the_same_defaults() -> None:
    assert NodeOptions().config(POSTGRES) == NodeConfig()
