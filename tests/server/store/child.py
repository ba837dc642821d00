"""Programs that the tests run as processes of their own, to be killed.

python child.py hold URL            open the store, say so, wait
python child.py append URL TABLES   append to so many tables, print each event once it is safe
"""

import asyncio
import sys

from tests.server.store.support import make_event, make_events

from tenback.server.store import Store, StoreError


async def append(store: Store, code: str) -> None:
    table = await store.find(code)
    if table is None:
        table = await store.create_table(code, "duel", 2, True, "open", make_events(1, 1))
        print(code, 1, flush=True)
    last = len(await store.events(table.id))
    while True:
        size = 1 + last % 3
        await store.append(table.id, [make_event(last + each) for each in range(1, size + 1)])
        last += size
        print(code, last, flush=True)


async def main(task: str, url: str, tables: str = "0") -> None:
    try:
        store = await Store.open(url)
    except StoreError as error:
        sys.exit(f"{type(error).__name__}: {error}")
    if task == "hold":
        print("open", flush=True)
        await asyncio.Event().wait()
    else:
        await asyncio.gather(*(append(store, f"T{number}") for number in range(int(tables))))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
