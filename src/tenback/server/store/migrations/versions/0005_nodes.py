"""Nodes: several servers on one database, each with a lease, and the owner of each table."""

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a table, and to each table its owner and epoch."""
    node_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "nodes",
        sa.Column("id", node_id, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("is_leaving", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("lease_until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.add_column("tables", sa.Column("owner", sa.BigInteger))
    op.add_column(
        "tables", sa.Column("epoch", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
