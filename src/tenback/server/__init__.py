"""The server: tables over HTTP and WebSocket, stored in a database."""

from tenback.extras import require_extra

require_extra("server", __name__)
