"""Write docs/protocol.md from the types of the server: python scripts/protocol_page.py"""

from pathlib import Path

from tenback.server.wire.describe import describe_protocol

PAGE = Path(__file__).parent.parent / "docs" / "protocol.md"

if __name__ == "__main__":
    PAGE.write_text(describe_protocol(), encoding="utf-8")
