"""What goes over the wire, typed: messages, and what each seat is shown."""
