"""The Telegram side: Bot API client, poller, delivery, dialogue and the sandbox."""
