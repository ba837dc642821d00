"""The referee as a service: tables over HTTP and WebSocket, kept in a database."""
