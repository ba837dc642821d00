"""Pages of other sites: they open no table and no socket, by whatever trick of a browser."""

import asyncio
import json
from collections.abc import Iterator

import pytest
from tests.server.client import Client
from tests.server.serving import Json, Served, serving
from websockets.exceptions import InvalidStatus

BODY = json.dumps({"game": "original", "name": "Mallory", "settings": {"public": True}}).encode()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("foreign")
    allowed: Json = {"origins": ("https://friend.example",), "names": ("tenback.example.org",)}
    with serving(folder / "tables.db", **allowed) as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_opened(served: Served) -> Iterator[None]:
    yield
    assert served.ask("/api/tables").json["tables"] == []


@pytest.mark.parametrize(
    "kind",
    [
        *("text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"),
        *("multipart/form-data; boundary=x", "application/json-seq", "", "json", "text/json"),
        "application/jsonp",
    ],
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tutorials/original"])
def test_only_json_is_taken(served: Served, kind: str, path: str) -> None:
    answer = served.ask(path, BODY, headers={"Content-Type": kind})
    assert (answer.status, answer.json["code"]) == (415, "MEDIA_TYPE")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"},
    ],
)
def test_a_page_of_another_site_opens_nothing(served: Served, headers: dict[str, str]) -> None:
    answer = served.ask("/api/tables", BODY, headers=headers)
    assert (answer.status, answer.json["code"]) == (403, "ORIGIN")


@pytest.mark.parametrize("path", ["/api/tables", "/health", "/", "/api/games", "/metrics"])
def test_a_name_that_is_not_ours_is_answered_nothing(served: Served, path: str) -> None:
    for host in ("evil.example", f"evil.example:{served.url.rpartition(':')[2]}", "192.0.2.9"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        answer = served.ask(path, headers=headers)
        assert (answer.status, answer.json["code"]) == (421, "HOST")
        assert host.partition(":")[0] in answer.json["message"]


def test_a_rebound_name_opens_nothing(served: Served) -> None:
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    answer = served.ask("/api/tables", BODY, headers=headers)
    assert (answer.status, answer.json["code"]) == (421, "HOST")


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    ],
)
def test_no_socket_for_a_foreign_page(served: Served, headers: dict[str, str]) -> None:
    code = served.open()["code"]
    client = Client(served.socket_url(code))
    host = headers.get("Host")
    more = {name: value for name, value in headers.items() if name != "Host"}

    async def connect() -> None:
        options: Json = {"additional_headers": more}
        if host is not None:  # the library writes the Host of the address it is given
            port = served.url.rpartition(":")[2]
            client._url = f"ws://{host}/api/tables/{code}/socket"  # pyright: ignore
            options |= {"host": "127.0.0.1", "port": int(port)}
        with pytest.raises(InvalidStatus) as refusal:
            await client.connect(**options)
        assert refusal.value.response.status_code == 403

    asyncio.run(connect())


def test_own_pages_and_friends_and_programs_are_let_in(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("friends")
    allowed: Json = {"origins": ("https://friend.example",), "names": ("tenback.example.org",)}
    with serving(folder / "tables.db", **allowed) as served:
        for headers in (
            {},
            {"Origin": served.url, "Sec-Fetch-Site": "same-origin"},
            {"Origin": "https://friend.example", "Sec-Fetch-Site": "cross-site"},
            {"Host": "tenback.example.org", "Origin": "https://tenback.example.org"},
            {"Sec-Fetch-Site": "none"},
            {"Content-Type": "Application/JSON; charset=utf-8"},
        ):
            answer = served.ask("/api/tables", BODY, headers=headers)
            assert answer.status == 201, answer.text
