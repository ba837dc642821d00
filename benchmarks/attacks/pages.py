"""Pages of other sites, foreign names that lead here, and networks that count as one address."""

import json

from robustness.served import ServedProcess

from tenback.server.config import Limits

from .guest import Guest, Row

__all__ = ["attack_from_one_network", "attack_from_pages"]

_BODY = json.dumps({"game": "original", "name": "Mallory"}).encode()
_KINDS = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
)


async def attack_from_pages(served: ServedProcess) -> list[Row]:
    """Try to open tables as a page of another site can."""
    guest = Guest(served.server)
    port = served.server.rpartition(":")[2]
    tries: list[tuple[str, dict[str, str]]] = [
        *(("a foreign page, blind", {"Content_Type": kind}) for kind in _KINDS),
        ("a foreign page", {"Origin": "https://evil.example"}),
        ("a foreign page", {"Sec_Fetch_Site": "cross-site"}),
        ("a sandboxed page", {"Origin": "null"}),
        *(
            ("a name that leads here", {"Host": host, "Origin": f"http://{host}"})
            for host in (f"evil.example:{port}", "evil.example", f"192.0.2.1:{port}")
        ),
    ]
    opened: dict[str, list[int]] = {}
    for name, headers in tries:
        answer = await guest.post("/api/tables", _BODY, **headers)
        opened.setdefault(name, []).append(answer.status)
    return [
        Row(f"{name} opens a table", " ".join(map(str, found)), 201 not in found)
        for name, found in opened.items()
    ]


async def attack_from_one_network(served: ServedProcess) -> list[Row]:
    """Open tables from sixty addresses of one IPv6 network, as named by a trusted proxy."""
    guest = Guest(served.server)
    opened = 0
    for number in range(1, 61):
        address = f"2001:db8:0:0:{number:x}::{number:x}"
        answer = await guest.post("/api/tables", _BODY, X_Forwarded_For=address)
        opened += answer.status == 201
    most = Limits().openings[0] + 1  # one more may be allowed meanwhile
    return [Row("tables from one IPv6 network", f"{opened} of 60 opened", opened <= most)]
