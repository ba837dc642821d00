"""Write what the client has to know when there is no server: web/src/lib/offline/data.json."""

import json
from pathlib import Path
from typing import Any, cast

from tenback.server.offline import offline_data

TARGET = Path(__file__).parents[1] / "web" / "src" / "lib" / "offline" / "data.json"


def data_text() -> str:
    """Return the file's text: a line for each entry of the outer parts."""
    parts = [f"{json.dumps(name)}: {_part(value)}" for name, value in offline_data().items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _part(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    inner = cast("dict[str, Any]", value)
    lines = [f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in inner.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


if __name__ == "__main__":
    TARGET.write_text(data_text(), encoding="utf-8")
