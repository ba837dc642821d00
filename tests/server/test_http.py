"""The HTTP interface: what it gives, and how it says no."""

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.client import joined
from tests.server.serving import Json, Served, serving

from tenback import __version__
from tenback.analysis.rescue import find_rescue
from tenback.cli import main
from tenback.records import parse_record, record_from_json, verify_record
from tenback.server.config import Limits
from tenback.server.wire.describe import describe_protocol
from tenback.table import Settings
from tenback.texts import rules_text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("http") / "tables.db") as server:
        yield server


async def play_out(served: Served, opened: Json) -> Json:
    """Play a game that has begun to its end, the host laying whatever may be laid."""
    async with joined(served, opened) as (host,):
        while not host.is_over:
            await host.until(lambda: host.is_to_move or host.is_over)
            own = host.own
            assert own is not None
            if host.is_over:
                break
            if own["may_end"]:
                await host.do("end_turn")
            else:
                option = own["legal"][0]
                await host.do("place", card=option["card"], pile=option["pile"])
        return host.play


@pytest.fixture(scope="module")
def finished(served: Served) -> tuple[str, Json]:
    """Return the code of a table with a finished game, and what was shown at its end."""
    opened = served.open("duel", bots=["greedy"], start=True, settings={"pace": 0})
    return opened["code"], asyncio.run(play_out(served, opened))


# Tables


def test_a_table_is_opened_looked_at_and_joined(served: Served) -> None:
    opened = served.open("extreme", players=3, options={"one_pile": "after"})
    assert opened["seat"] == 0
    assert len(opened["token"]) == 32
    summary = served.ask(f"/api/tables/{opened['code']}").json
    assert summary == {
        "code": opened["code"],
        "game": "extreme",
        "players": 3,
        "stage": "gathering",
        "free_seats": [1, 2],
        "names": ["Ana", None, None],
        "options": {"one_pile": "after"},
        "spectators_allowed": True,
        "public": False,
    }
    typed = f"{opened['code'][:3].lower()}-{opened['code'][3:]} ".replace(" ", "%20")
    seated = served.ask(f"/api/tables/{typed}/seats", {"name": "Bob", "seat": 2})
    assert seated.status == 201
    assert (seated.json["code"], seated.json["seat"]) == (opened["code"], 2)
    assert served.ask(f"/api/tables/{opened['code']}").json["names"] == ["Ana", None, "Bob"]


def test_only_public_tables_with_a_free_seat_are_listed(served: Served) -> None:
    hidden = served.open(players=2)["code"]
    full = served.open(players=2, bots=["greedy"], settings={"public": True})["code"]
    listed = served.open(players=2, settings={"public": True})["code"]
    codes = [table["code"] for table in served.ask("/api/tables").json["tables"]]
    assert listed in codes
    assert {hidden, full}.isdisjoint(codes)


def test_a_table_can_be_dealt_at_once(served: Served) -> None:
    opened = served.open(players=2, bots=["greedy"], start=True, settings={"starter": "lot"})
    assert served.ask(f"/api/tables/{opened['code']}").json["stage"] == "playing"


# Games


def test_the_games_of_a_table_are_listed(served: Served, finished: tuple[str, Json]) -> None:
    code, play = finished
    (game,) = served.ask(f"/api/tables/{code}/games").json
    assert (game["number"], game["names"]) == (1, ["Ana", "Greedy"])
    assert game["outcome"] == play["outcome"]
    assert game["commitment"] == play["commitment"]


def test_the_record_can_be_replayed_and_verified(
    served: Served, finished: tuple[str, Json]
) -> None:
    code, play = finished
    text = served.ask(f"/api/tables/{code}/games/1/record")
    assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert f"tenback-{code}-1.txt" in text.headers["Content-Disposition"]
    record = parse_record(text.text)
    end = verify_record(record)
    assert end.outcome is not None
    assert end.outcome.score == play["outcome"]["score"]
    as_json = served.ask(f"/api/tables/{code}/games/1/record?format=json")
    assert record_from_json(as_json.text) == record


def test_the_replay_shows_every_moment_with_all_hands(
    served: Served, finished: tuple[str, Json]
) -> None:
    code, play = finished
    replay = served.ask(f"/api/tables/{code}/games/1/replay").json
    frames: list[Json] = replay["frames"]
    assert [len(frame["hands"]) for frame in frames] == [2] * len(frames)
    assert frames[0]["happenings"][0]["type"] == "game_dealt"
    assert frames[-1]["play"]["outcome"] == play["outcome"]
    laid = [one for frame in frames for one in frame["happenings"] if one["type"] == "card_placed"]
    cards_of_a_duel = 2 * 58
    assert len(laid) == cards_of_a_duel - sum(
        len(cards) for name in ("hands", "decks") for cards in play["reveal"][name]
    )


def test_the_proof_is_of_the_published_hash(served: Served, finished: tuple[str, Json]) -> None:
    code, play = finished
    proof = served.ask(f"/api/tables/{code}/games/1/proof").json
    assert proof["commitment"] == play["commitment"]
    assert hashlib.sha256(proof["text"].encode()).hexdigest() == play["commitment"]


def test_the_turn_that_would_have_saved_a_game(served: Served, finished: tuple[str, Json]) -> None:
    code, _ = finished
    record = parse_record(served.ask(f"/api/tables/{code}/games/1/record").text)
    told = served.ask(f"/api/tables/{code}/games/1/rescue").json["placements"]
    assert [(one["card"], one["pile"]) for one in told] == list(map(tuple, find_rescue(record)))


def test_a_downloaded_record_is_verified_by_the_command(
    served: Served,
    finished: tuple[str, Json],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, play = finished
    file = tmp_path / "game.txt"
    file.write_text(served.ask(f"/api/tables/{code}/games/1/record").text, encoding="utf-8")
    assert main(["verify-deal", str(file), play["commitment"]]) == 0
    told = capsys.readouterr().out
    assert f"hash of the deal: {play['commitment']}\n" in told
    assert "the cards were fixed before the game" in told


def test_a_game_that_is_on_keeps_its_secrets(served: Served) -> None:
    opened = served.open(players=1, start=True)
    games = f"/api/tables/{opened['code']}/games"
    for path in ("record", "record?format=json", "replay", "rescue"):
        answer = served.ask(f"{games}/1/{path}")
        assert (answer.status, answer.json["code"]) == (409, "GAME_ON")
    proof = served.ask(f"{games}/1/proof").json
    assert len(proof["commitment"]) == 64
    assert proof["text"] is None


# What can be played, and how the server is


def test_the_catalogue(served: Served) -> None:
    # Another test may have registered a game of its own in this process.
    games: list[Json] = served.ask("/api/games").json[:3]
    assert [game["id"] for game in games] == ["original", "extreme", "duel"]
    assert [game["has_layout"] for game in games] == [False, True, False]
    original, extreme, duel = (game["command_cards"] for game in games)
    assert (original, duel) == (None, None)
    assert (extreme["copies"], extreme["lowest"], extreme["highest"]) == (4, 2, 99)
    assert extreme["layouts"] == ["even", "random"]
    assert len(extreme["commands"]) == 7
    assert extreme["even"]["STOP"] == [4, 28, 52, 76]
    offered = [{option["name"] for option in game["options"]} for game in games]
    assert ["short_hand" in names for names in offered] == [False, True, True]
    bots: list[Json] = served.ask("/api/bots").json
    assert {"random", "greedy", "planner", "tuned", "montecarlo"} <= {bot["name"] for bot in bots}
    assert [bot["name"] for bot in bots if bot["level"]] == ["gentle", "steady", "expert", "master"]


def test_the_catalogue_says_what_is_usual(served: Served) -> None:
    told: Json = served.ask("/api/catalogue").json
    assert told["games"] == served.ask("/api/games").json
    assert told["bots"] == served.ask("/api/bots").json
    assert told["usual_game"] == "original"
    assert told["usual_bot"] in [bot["name"] for bot in told["bots"] if bot["level"]]
    offer = told["settings"]
    assert msgspec.convert(offer["usual"], Settings) == Settings()
    assert offer["usual"]["starter"] in offer["starters"]
    assert offer["usual"]["turn_seconds"] in offer["turn_seconds"]
    assert offer["usual"]["pace"] in [pace["ms"] for pace in offer["paces"]]
    assert {switch["name"] for switch in offer["switches"]} == {
        name for name, value in offer["usual"].items() if isinstance(value, bool)
    }
    for game in told["games"][:3]:
        assert game["usual_players"] in game["players"]
        assert len(game["solo_bots"]) + 1 in game["players"]
    assert [game["has_lesson"] for game in told["games"][:3]] == [True] * 3


def test_health(served: Served) -> None:
    health = served.ask("/health").json
    assert (health["status"], health["version"]) == ("ok", __version__)


def test_metrics_count_what_happens(served: Served) -> None:
    opened = served.open(players=2)

    async def refuse_and_do() -> None:
        async with joined(served, opened) as (host,):
            await host.done("ready")
            assert (await host.do("start_game"))["code"] == "SEATS_OPEN"

    asyncio.run(refuse_and_do())
    answer = served.ask("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert 'tenback_commands_total{answer="done",command="ready"}' in answer.text
    assert 'tenback_commands_total{answer="SEATS_OPEN",command="start_game"}' in answer.text
    assert "tenback_commit_seconds_bucket" in answer.text


def test_the_interface_describes_itself(served: Served) -> None:
    schema: Json = served.ask("/api/docs/openapi.json").json
    assert schema["openapi"].startswith("3.1")
    paths = set(schema["paths"])
    assert {
        "/api/tables",
        "/api/tables/{code}",
        "/api/tables/{code}/seats",
        "/api/tables/{code}/games",
        "/api/tables/{code}/games/{number}/record",
        "/api/tables/{code}/games/{number}/replay",
        "/api/tables/{code}/games/{number}/proof",
        "/api/games",
        "/api/bots",
        "/health",
        "/metrics",
    } <= paths
    assert served.ask("/api/protocol").text == describe_protocol()


# Refusals


ANA: Json = {"game": "original", "name": "Ana"}
#: A deck with more skulls than any, over which looking for ways out would take for ever.
SKULLS = f"partial;SKULL:{','.join(map(str, range(2, 100)))}"
LOOK = {"position": f"extreme layout={SKULLS} hands=2,3,4 deck=?40"}
PROBLEMS: list[tuple[str, Any, int, str]] = [
    ("/api/tables/ABCDEFG", None, 404, "NO_TABLE"),
    ("/api/tables/not-a-code", None, 404, "NO_TABLE"),
    ("/api/tables/ABCDEFG/seats", {"name": "Bob"}, 404, "NO_TABLE"),
    ("/api/tables/ABCDEFG/games/1/record", None, 404, "NO_TABLE"),
    ("/api/tables/CODE/games/1/record", None, 404, "NO_SUCH_GAME"),
    ("/api/tables/CODE/games/7/replay", None, 404, "NO_SUCH_GAME"),
    ("/api/tables/CODE/games/0/proof", None, 400, "REQUEST"),
    ("/api/tables/CODE/games/one/proof", None, 404, "NO_PAGE"),
    ("/api/tables/CODE/games/1/record?format=xml", None, 400, "REQUEST"),
    ("/api/tables/CODE/seats", {"name": "Late"}, 409, "TABLE_FULL"),
    ("/api/tables/FREE/seats", {"name": "ANA"}, 409, "NAME_TAKEN"),
    ("/api/tables/FREE/seats", {"name": "A|B"}, 400, "NAME"),
    ("/api/tables/FREE/seats", {"name": " "}, 400, "NAME"),
    ("/api/tables/FREE/seats", {"name": "x" * 41}, 400, "REQUEST"),
    ("/api/tables/FREE/seats", {"name": "Bob", "seat": 0}, 409, "SEAT_TAKEN"),
    ("/api/tables/FREE/seats", {"name": "Bob", "seat": 9}, 400, "NO_SEAT"),
    ("/api/tables/FREE/seats", {"name": "Bob", "kind": "bot"}, 400, "SEAT_KIND"),
    ("/api/tables/FREE/seats", {"name": "Bob", "key": "x"}, 400, "REQUEST"),
    ("/api/tables", ANA | {"game": "chess"}, 400, "RULES"),
    ("/api/tables", ANA | {"players": 6}, 400, "REQUEST"),
    ("/api/tables", ANA | {"options": {"one_pile": "after"}}, 400, "RULES"),
    ("/api/tables", ANA | {"layout": "even"}, 400, "RULES"),
    ("/api/tables", ANA | {"game": "extreme", "layout": "no such"}, 400, "RULES"),
    ("/api/tables", ANA | {"game": "extreme", "layout": SKULLS}, 400, "RULES"),
    ("/api/positions/look", LOOK, 400, "RULES"),
    ("/api/tables", ANA | {"bots": ["nobody"], "players": 2}, 400, "NO_BOT"),
    ("/api/tables", ANA | {"bots": ["greedy"], "players": 1}, 409, "TABLE_FULL"),
    ("/api/tables", ANA | {"players": 2, "start": True}, 409, "SEATS_OPEN"),
    ("/api/tables", ANA | {"kind": "bot"}, 400, "SEAT_KIND"),
    ("/api/tables", ANA | {"settings": {"turn_seconds": -1}}, 400, "REQUEST"),
    ("/api/tables", ANA | {"settings": {"stand_in": "nobody"}}, 400, "NO_BOT"),
    ("/api/tables", ANA | {"surprise": 1}, 400, "REQUEST"),
    ("/api/tables", [], 400, "REQUEST"),
    ("/api/tables", b"{", 400, "REQUEST"),
    ("/api/tables", b"", 400, "REQUEST"),
    ("/api/tables", b"\xff", 400, "REQUEST"),
    ("/api/tables", b"[" * 10_000, 400, "REQUEST"),
    ("/api/tables", b" " * 20_000, 413, "REQUEST"),
    ("/api/nothing", None, 404, "NO_PAGE"),
    ("/api", None, 404, "NO_PAGE"),
    ("/api/tables/ABCDEFG/socket", None, 405, "REQUEST"),
]


@pytest.fixture(scope="module")
def codes(served: Served) -> dict[str, str]:
    return {"CODE": served.open()["code"], "FREE": served.open(players=2)["code"]}


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    PROBLEMS,
    ids=[f"{path} {str(body)[:40]}" for path, body, _, _ in PROBLEMS],
)
def test_what_cannot_be_done_is_a_problem(  # noqa: PLR0913, PLR0917
    path: str, body: object, status: int, code: str, served: Served, codes: dict[str, str]
) -> None:
    for name, true in codes.items():
        path = path.replace(f"/{name}/", f"/{true}/")
    answer = served.ask(path, body)
    assert (answer.status, answer.json["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/json"
    assert set(answer.json) == {"code", "key", "message", "details"}
    assert answer.json["key"].startswith(f"refusal.{code}")
    assert answer.json["message"]
    assert "Traceback" not in answer.text


def test_an_unknown_method_is_a_problem(served: Served) -> None:
    answer = served.ask("/api/tables", method="DELETE")
    assert (answer.status, answer.json["code"]) == (405, "REQUEST")


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/api/tables/ABCDEFG"])
def test_head_gives_what_get_gives_without_the_body(path: str, served: Served) -> None:
    got, head = served.ask(path), served.ask(path, method="HEAD")
    assert (head.status, head.text) == (got.status, "")
    assert head.headers["Content-Type"] == got.headers["Content-Type"]
    assert served.ask(path).text == got.text


def test_every_answer_carries_the_security_headers(served: Served) -> None:
    for path in ("/", "/health", "/api/games", "/api/tables/ABCDEFG", "/api/nothing"):
        headers = served.ask(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
        assert headers["Server"] is None


# Limits by address


#: A rate so low that nothing is refilled during a test.
NEVER = 1e-9


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve with few requests for each address, which a proxy on this machine names."""
    limits = Limits(
        requests=(12, NEVER), openings=(2, NEVER), guesses=(3, NEVER), connects=(2, NEVER)
    )
    folder = tmp_path_factory.mktemp("limited")
    with serving(folder / "tables.db", limits=limits, proxies=("127.0.0.1",)) as server:
        yield server


def as_client(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def statuses(served: Served, path: str, address: str, times: int, body: object = None) -> list[int]:
    return [served.ask(path, body, headers=as_client(address)).status for _ in range(times)]


def test_an_address_that_asks_too_often_is_refused(limited: Served) -> None:
    assert statuses(limited, "/api/games", "192.0.2.1", 14) == [200] * 12 + [429] * 2
    assert statuses(limited, "/api/games", "192.0.2.2", 1) == [200]
    answer = limited.ask("/api/games", headers=as_client("192.0.2.1"))
    assert answer.json["code"] == "RATE"


def test_an_address_opens_only_so_many_tables(limited: Served) -> None:
    assert statuses(limited, "/api/tables", "192.0.2.3", 3, ANA) == [201, 201, 429]


def test_codes_cannot_be_guessed_in_bulk(limited: Served) -> None:
    code = limited.ask("/api/tables", ANA, headers=as_client("192.0.2.4")).json["code"]
    guesses = statuses(limited, "/api/tables/ABCDEFG", "192.0.2.5", 5)
    assert guesses == [404] * 3 + [429] * 2
    # Not even a right guess is answered now; to others it is.
    assert statuses(limited, f"/api/tables/{code}", "192.0.2.5", 1) == [429]
    assert statuses(limited, f"/api/tables/{code}", "192.0.2.6", 1) == [200]


def test_ipv6_addresses_count_by_network(limited: Served) -> None:
    first = statuses(limited, "/api/tables", "2001:db8:1:2::1", 1, ANA)
    second = statuses(limited, "/api/tables", "2001:db8:1:2:ffff::7", 2, ANA)
    elsewhere = statuses(limited, "/api/tables", "2001:db8:1:3::1", 1, ANA)
    assert (first, second, elsewhere) == ([201], [201, 429], [201])


def test_only_a_named_proxy_is_believed(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db", limits=Limits(openings=(1, NEVER))) as served:
        assert statuses(served, "/api/tables", "192.0.2.7", 1, ANA) == [201]
        assert statuses(served, "/api/tables", "192.0.2.8", 1, ANA) == [429]


@pytest.mark.parametrize("game", ["original", "extreme", "duel"])
def test_examples_explain_rules_that_the_page_tells_of(served: Served, game: str) -> None:
    examples: list[Json] = served.ask(f"/api/examples/{game}").json
    assert examples
    told = rules_text(game, "en")
    for one in examples:
        assert one["rule"] in told
        assert one["legal"]
        card, pile = one["legal"][0]["card"], one["legal"][0]["pile"]
        path = f"/api/examples/{game}/{one['rule']}"
        after: Json = served.ask(f"{path}?laid={card}-{pile}").json
        assert after["piles"][pile]["top"] == card
        assert card not in after["hand"]


def test_an_example_knows_a_jump_and_no_jump(served: Served) -> None:
    jump: list[Json] = served.ask("/api/examples/original").json
    moves = {(each["card"], each["move"]) for one in jump for each in one["legal"]}
    assert (48, "jump") in moves
    barred = next(one for one in served.ask("/api/examples/extreme").json if one["rule"] == "X-19")
    assert not any(each["move"] == "jump" for each in barred["legal"])


@pytest.mark.parametrize("path", ["original/unknown", "original/G-13?laid=no", "nowhere/G-1"])
def test_what_is_no_example_is_a_problem(served: Served, path: str) -> None:
    assert served.ask(f"/api/examples/{path}").status == 400


def test_a_card_that_does_not_fit_an_example_is_refused(served: Served) -> None:
    answer = served.ask("/api/examples/original/G-13?laid=47-0")
    assert answer.status == 400
    assert "VALUE" in answer.json["message"]
