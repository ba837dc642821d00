"""The client side: a program that plays at a remote table."""
