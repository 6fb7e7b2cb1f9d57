"""The one way a method says no: the error envelope of the Bot API.

`Refusal` is an expected answer, never a fault of the sandbox. Texts are quoted from the server's
source and from reports; they are machine strings that clients match on.
"""

from typing import Any


class Refusal(Exception):
    """An error envelope: HTTP status and `error_code`, description, optional parameters."""

    def __init__(
        self, code: int, description: str, parameters: dict[str, int] | None = None
    ) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters

    def envelope(self) -> dict[str, Any]:
        """The JSON object that travels in the body."""
        answer: dict[str, Any] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.parameters:
            answer["parameters"] = self.parameters
        return answer


def bad_request(text: str) -> Refusal:
    """400 with the usual prefix."""
    return Refusal(400, f"Bad Request: {text}")


def forbidden(text: str) -> Refusal:
    """403 with the usual prefix."""
    return Refusal(403, f"Forbidden: {text}")


def server_error(text: str) -> Refusal:
    """500 with the usual prefix."""
    return Refusal(500, f"Internal Server Error: {text}")


def flood(seconds: int) -> Refusal:
    """429 with `retry_after` in whole seconds."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
