"""Our Bot API client: what Telegram sends is read here, and every call ends in a value."""
