"""Who calls: the address at the other end of the connection."""

from quart import request


def address() -> str:
    """Return the address that the request came from; headers are not believed."""
    client = request.scope.get("client")
    return str(client[0]) if client else ""
