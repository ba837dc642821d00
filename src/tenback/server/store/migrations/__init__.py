"""The way from any older schema to the newest, walked by Alembic whenever a store is opened.

A change of ``schema.py`` comes with a file of its own in ``versions/``: the next number, the
revision before it, and ``upgrade``.
"""
