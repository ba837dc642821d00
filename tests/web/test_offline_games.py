"""The games that the client's tests are compared with are what Python says today."""

import json

from scripts.offline_games import TARGET, games_text


def test_the_games_for_the_client_are_up_to_date() -> None:
    told = json.loads(TARGET.read_text("utf-8"))
    assert told == json.loads(games_text()), "run `python scripts/offline_games.py`"
