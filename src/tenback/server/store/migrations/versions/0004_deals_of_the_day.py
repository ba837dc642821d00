"""Deals of the day: the keys, the games, and the lines of days that are over."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add three tables."""
    op.create_table(
        "daily_chains",
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("start", name="pk_daily_chains"),
    )
    op.create_table(
        "daily_games",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.SmallInteger, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("begun_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("won", sa.Boolean),
        sa.Column("score", sa.SmallInteger),
        sa.Column("hints", sa.SmallInteger),
        sa.PrimaryKeyConstraint("code", name="pk_daily_games"),
    )
    op.create_index(
        "ix_daily_games_day_game_players_client",
        "daily_games",
        ["day", "game", "players", "client"],
    )
    op.create_table(
        "daily_lines",
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("score", sa.SmallInteger, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("day", "game", "players", "author", name="pk_daily_lines"),
    )
