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

MISSING = "NOT TESTED: this machine has no Postgres (scripts/install_services.sh installs it)"


def find_programs() -> Path | None:
    """Return the folder of the newest server's programs; Debian keeps them out of the PATH."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(folders, key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("postgres")
    candidates = [*newest_first, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((each for each in candidates if (each / "initdb").exists()), None)


@dataclass(slots=True)
class PostgresServer:
    """A running server, reached by a socket in its folder."""

    folder: Path
    _programs: Path
    _command: list[str | Path]
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _process: "subprocess.Popen[bytes] | None" = None

    def url(self, database: str) -> str:
        return f"postgresql:///{database}?host={self.folder}&user=tenback"

    def create_database(self, name: str = "") -> str:
        """Create an empty database and return its address."""
        name = name or f"test{next(self._numbers)}"
        execute(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command, cwd=self.folder, stdout=log, stderr=log)
        is_ready = [self._programs / "pg_isready", "-q", "-h", self.folder]
        while subprocess.run(is_ready, check=False).returncode:
            if self._process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.02)

    def stop(self, *, at_once: bool) -> None:
        """Stop in order, or at once as if it had crashed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        self._process.wait()

    def restart(self, *, at_once: bool) -> None:
        """Stop and start again."""
        self.stop(at_once=at_once)
        self.start()


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
def run_postgres(programs: Path, *, flush: bool = False) -> Generator[PostgresServer]:
    """Run a server until the block ends, or this process does.

    Without ``flush`` it does not wait for the disk. That is faster, and safe: the tests kill
    programs that write to the server, and the server itself, but never the machine.
    """
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
        run = [*setpriv, programs / "postgres", "-D", data, "-k", folder, "-h", ""]
        server = PostgresServer(folder, programs, run if flush else [*run, "-F"])
        server.start()
        try:
            yield server
        finally:
            server.stop(at_once=True)  # nothing of it is needed any more
    finally:
        shutil.rmtree(folder)


def _has_user(name: str) -> bool:
    return any(entry.pw_name == name for entry in pwd.getpwall())
