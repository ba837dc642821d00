"""The migrations from any older schema to the newest, run by Alembic when a store is opened.

A change to ``schema.py`` comes with a new file in ``versions/``: the next number, the revision
before it, and ``upgrade``.
"""
