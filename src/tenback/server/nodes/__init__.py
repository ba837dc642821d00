"""Several servers on one Postgres database: leases, owners of tables, and passing clients on."""
