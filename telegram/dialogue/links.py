"""Deep links that are no session: a row of state data, opened by its key that nobody can guess.

A key of a kiosk session is never the key of a row, since both are random.
"""

from store.domain.ids import Token
from store.steps import Steps
from telegram.dialogue import leads, outfits
from telegram.dialogue.intents import Person
from telegram.dialogue.view import View


def opens(view: View) -> bool:
    """Tell whether the link that was opened leads to a row, or did once."""
    return view.leads.connects or view.opened is not None


def open_(person: Person, key: Token, view: View) -> Steps:
    """Answer a link by what its row is for."""
    if view.leads.connects:
        return leads.connect(person, key, view)
    return outfits.open_draft(person, view)
