"""Tables in memory, their connected clients, and the bots that play at them."""
