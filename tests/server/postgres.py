"""A Postgres server of the tests' own, from the system's package, in a temporary folder."""

import asyncio
import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

__all__ = ["MISSING", "PostgresServer", "execute", "find_programs", "run_postgres"]

MISSING = "NOT TESTED: there is no Postgres on this machine, scripts/install_services.sh gets it"


def find_programs() -> Path | None:
    """Return the folder of the newest server's programs; Debian keeps them out of the PATH."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(folders, key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("postgres")
    candidates = [*newest_first, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((each for each in candidates if (each / "initdb").exists()), None)


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """A running server, reached by a socket in its folder."""

    folder: Path
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.folder}&user=tenback"

    def create_database(self) -> str:
        """Create an empty database and give its address."""
        name = f"test{next(self._numbers)}"
        execute(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)


def execute(url: str, statement: str) -> None:
    """Run a statement as another program would."""

    async def connect_and_run() -> None:
        engine = create_async_engine(
            "postgresql+asyncpg://", connect_args={"dsn": url}, isolation_level="AUTOCOMMIT"
        )
        async with engine.connect() as connection:
            await connection.execute(text(statement))
        await engine.dispose()

    asyncio.run(connect_and_run())


@contextlib.contextmanager
def run_postgres(programs: Path) -> Generator[PostgresServer]:
    """Run a server until the block ends, or this process does."""
    folder = Path(tempfile.mkdtemp(prefix="tenback-postgres-"))
    # Postgres refuses to be run by root.
    user = "postgres" if _has_user("postgres") else "nobody"
    as_user = [f"--reuid={user}", f"--regid={pwd.getpwnam(user).pw_gid}", "--clear-groups"]
    if os.geteuid() == 0:
        shutil.chown(folder, user)
    else:
        as_user = []
    data = folder / "data"
    setpriv = ["setpriv", *as_user, "--pdeathsig=QUIT"]
    create = ["initdb", "-A", "trust", "-U", "tenback", "-E", "UTF8", "--locale=C", "--no-sync"]
    try:
        subprocess.run(
            [*setpriv, programs / create[0], *create[1:], "-D", data],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
        )
        # -F does not flush to disk: the tests kill who writes to the server, never the machine.
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [*setpriv, programs / "postgres", "-D", data, "-k", folder, "-h", "", "-F"],
                cwd=folder,
                stdout=log,
                stderr=log,
            )
        try:
            _wait_until_ready(programs, folder, server)
            yield PostgresServer(folder)
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing of it is needed any more
            server.wait()
    finally:
        shutil.rmtree(folder)


def _wait_until_ready(programs: Path, folder: Path, server: "subprocess.Popen[bytes]") -> None:
    is_ready = [programs / "pg_isready", "-q", "-h", folder]
    while subprocess.run(is_ready, check=False).returncode:
        if server.poll() is not None:
            raise RuntimeError((folder / "log").read_text())
        time.sleep(0.02)


def _has_user(name: str) -> bool:
    return any(entry.pw_name == name for entry in pwd.getpwall())
