"""The page about the protocol is what the types say."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tenback.server.wire.describe import describe_protocol
from tenback.server.wire.happenings import Happening
from tenback.server.wire.messages import ClientMessage, Do, ServerMessage
from tenback.table import Command
from tenback.table.unions import GoAway, NoteStumble, Return, Sit, TimeUp

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == describe_protocol(), (
        "run python scripts/protocol_page.py"
    )


@pytest.mark.parametrize(
    "struct",
    [
        *get_args(ClientMessage),
        *get_args(ServerMessage),
        *get_args(Command),
        *get_args(Happening),
    ],
)
def test_every_message_is_on_the_page(struct: type[msgspec.Struct]) -> None:
    assert f"### `{struct.__struct_config__.tag}`" in describe_protocol()


@pytest.mark.parametrize("struct", [GoAway, NoteStumble, Return, Sit, TimeUp])
def test_what_only_the_house_may_do_cannot_be_sent(struct: type[msgspec.Struct]) -> None:
    tag = struct.__struct_config__.tag
    assert f"### `{tag}`" not in describe_protocol()
    text = f'{{"type":"do","id":"1","seen":0,"command":{{"type":"{tag}"}}}}'
    with pytest.raises(msgspec.ValidationError, match="Invalid value"):
        msgspec.json.decode(text, type=Do)
