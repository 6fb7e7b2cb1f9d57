"""What can go wrong with the store, as opposed to what it may refuse.

StoreError
├── StoreDown       the database cannot be written or read just now; nothing was done
└── CommandFailed   this one command broke on a fault of ours; its changes were undone
"""


class StoreError(Exception):
    """Base of the store's failures."""


class StoreDown(StoreError):
    """The database did not take the batch: full disk, read-only file, damage."""


class CommandFailed(StoreError):
    """One command raised; the rest of its batch went on."""
