"""The life of a table: listing in the lobby, packed games, vocabularies."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add columns, which are filled as tables are migrated, and three tables."""
    table_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column(
        "tables",
        sa.Column("vocabulary", sa.SmallInteger, nullable=False, server_default=sa.text("1")),
    )
    op.add_column(
        "tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("tables", sa.Column("summary", sa.LargeBinary))
    op.create_index(
        "ix_tables_listed",
        "tables",
        ["updated_at"],
        sqlite_where=sa.text("listed = 1"),
        postgresql_where=sa.text("listed"),
    )
    op.create_index("ix_tables_vocabulary", "tables", ["vocabulary"])
    op.create_table(
        "games",
        sa.Column("table_id", table_id, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("vocabulary", sa.SmallInteger, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_games"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_games_table_id"),
    )
    vocabulary = op.create_table(
        "tenback_vocabulary",
        sa.Column("version", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("version", name="pk_tenback_vocabulary"),
    )
    op.bulk_insert(vocabulary, [{"version": 1}])
    probe = op.create_table(
        "tenback_probe",
        sa.Column("id", sa.SmallInteger, nullable=False, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tenback_probe"),
    )
    op.bulk_insert(probe, [{"id": 1, "body": b""}])
