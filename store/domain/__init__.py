"""Statuses, machines and texts of the product: pure, importing nothing."""
