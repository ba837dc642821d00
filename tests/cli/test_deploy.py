"""The files that run a server use only options and services that exist."""

import inspect
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from tenback.cli import app
from tenback.cli.serve import serve

DEPLOY = Path(__file__).parents[2] / "deploy"
OPTIONS = {f"--{name.replace('_', '-')}" for name in inspect.signature(serve).parameters}


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def unit() -> dict[str, str]:
    lines = (DEPLOY / "tenback.service").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if re.match(r"[A-Z]\w+=", line))


def started_with(file: str) -> list[str]:
    """Return the words after ``tenback`` with which a file starts the server."""
    match file:
        case "compose.yaml":
            return compose()["services"]["server"]["command"]
        case "tenback.service":
            return shlex.split(unit()["ExecStart"])[1:]
        case _:
            text = (DEPLOY / "Containerfile").read_text("utf-8")
            found = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
            return yaml.safe_load(found[-1])


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "tenback.service"])
def test_every_option_is_one_of_the_command(file: str) -> None:
    command, *words = started_with(file)
    assert command == "serve"
    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= OPTIONS
    # It raises what the command line cannot read.
    app.parse_args([command, *words], exit_on_error=False, print_error=False)


def test_the_server_trusts_the_proxy_by_its_address() -> None:
    address = compose()["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    assert f"--proxy={address}" in started_with("compose.yaml")


def test_the_proxy_leads_to_the_server_and_hands_out_no_metrics() -> None:
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    assert "reverse_proxy server:8010" in text
    assert "respond /metrics 403" in text
    assert "server" in compose()["services"]


def test_the_unit_keeps_its_data_where_it_may_write() -> None:
    told = unit()
    assert told["Environment"] == f"TENBACK_HOME=%S/{told['StateDirectory']}"
    assert told["ProtectSystem"] == "strict"
