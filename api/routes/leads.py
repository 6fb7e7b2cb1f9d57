"""Requests for bookings from the landing page: parse, ask the store, answer the same to everybody.

The caller never learns whether somebody else's contact is known: a new lead, a repeat of a recent
one and a caught robot get the same answer. Raw addresses are stored nowhere.
"""

from dataclasses import dataclass, field
from typing import Any

from quart import request
from quart.wrappers import Response

from api.anonymity import AddressHash
from api.answers import json_answer
from api.caller import address
from api.cors import PATH, preflight
from api.ports import Handles, LeadSettings
from api.problems import Code, Problem
from api.route import Route, Success
from api.throttle import Throttle
from api.uploads import read_json
from store import queries
from store.domain.fields import FieldError, Invalid, parse_lead, parse_request_id
from store.domain.ids import deep_link, new_token
from store.domain.leads import LeadForm
from store.lead_messages import SubmitLead

HONEYPOT = "website"
"""A field that people do not see; a robot fills it."""
INVALID_STATUS = 422


@dataclass(slots=True)
class Leads:
    """The handlers, on the handles of the program."""

    handles: Handles
    settings: LeadSettings
    hashes: AddressHash = field(default_factory=AddressHash)
    throttle: Throttle = field(init=False)

    def __post_init__(self) -> None:
        """Start with nobody counted."""
        self.throttle = Throttle(self.settings.rate_per_min)

    async def ask(self) -> Response:
        """Answer a browser's question before it posts."""
        return preflight()

    async def submit(self) -> Response:
        """Take a request."""
        clock = self.handles.clock
        ip_hash = self.hashes.of(address(), clock.now())
        wait = self.throttle.admit(ip_hash, clock.monotonic())
        if wait is not None:
            raise Problem(Code.RATE_LIMITED, retry_after=wait)
        given = await read_json(request.scope)
        if given.get(HONEYPOT):
            return await self._accepted(new_token(), seen=False)
        request_id, form = _parsed(given)
        taken = await self.handles.store.ask(
            SubmitLead(request_id, form, new_token(), clock.now(), ip_hash)
        )
        return await self._accepted(taken.connect_key, seen=taken.seen)

    async def _accepted(self, key: str, *, seen: bool) -> Response:
        bot = await self.handles.store.read(queries.setting, "bot_username")
        url = deep_link(bot, key) if bot else None
        return json_answer({"status": "accepted", "connect_url": url}, 200 if seen else 201)


def _parsed(given: dict[str, Any]) -> tuple[str, LeadForm]:
    request_id = parse_request_id(given.get("request_id"))
    form = parse_lead(given)
    errors = dict(form.fields) if isinstance(form, Invalid) else {}
    if request_id is None:
        errors["request_id"] = FieldError.MALFORMED
    if errors or request_id is None or isinstance(form, Invalid):
        fields = {name: code.value for name, code in errors.items()}
        raise Problem(
            Code.INVALID, "Some fields need another look.", status=INVALID_STATUS, fields=fields
        )
    return request_id, form


def routes(leads: Leads) -> tuple[Route, ...]:
    """Return the calls of the landing page."""
    return (
        Route(
            method="POST",
            path=PATH,
            handler=leads.submit,
            summary="Ask for a booking; 200 when the request_id was taken before",
            success=Success(201, "application/json", "It was taken", "LeadAccepted"),
            problems=(Code.INVALID, Code.RATE_LIMITED, Code.STORE_DOWN),
            body=("application/json", "NewLead"),
        ),
        Route(
            method="OPTIONS",
            path=PATH,
            handler=leads.ask,
            summary="The question a browser asks before it posts from another origin",
            success=Success(204, "text/plain", "What is allowed"),
        ),
    )
