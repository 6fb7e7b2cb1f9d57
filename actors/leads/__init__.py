"""The leads actor: cards, pings and reminders in the operators' group, erasure by age."""
