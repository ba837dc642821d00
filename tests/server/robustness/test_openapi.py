"""Requests drawn from the API's own description: every answer is one it describes, none is 5xx."""

# Schemathesis is typed only in part.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUntypedFunctionDecorator=false
import json
from collections.abc import Generator
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, settings
from litestar.serialization import encode_json
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.openapi import from_dict
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.server.serving import Served, serving

from tenback.server.config import ServerConfig
from tenback.server.store import Store
from tenback.server.web.app import create_app


def describe() -> dict[str, Any]:
    """Return the description that the server publishes; for that it needs no store."""
    schema = create_app(ServerConfig(), cast(Store, None)).openapi_schema.to_schema()
    return json.loads(encode_json(schema))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    with serving(tmp_path_factory.mktemp("openapi") / "tables.db") as server:
        yield server


schema = from_dict(describe())

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@schema.parametrize()
@settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_every_answer_is_as_described(case: "Case[Any]", served: Served) -> None:
    case.call_and_validate(base_url=served.url, checks=CHECKS)
