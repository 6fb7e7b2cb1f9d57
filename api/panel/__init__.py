"""The operators' panel: pages under /admin, their actions, and what keeps strangers out."""
