"""Tables in memory, the people connected to them, and the bots that play at them."""
