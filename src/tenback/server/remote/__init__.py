"""The other side of the wire: a program that sits at somebody else's table."""
