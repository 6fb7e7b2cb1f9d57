"""The demonstration: the whole product on an embedded Telegram, and one scripted guest."""
