"""An own Bot API server for demo and tests, with a page that plays the phone."""
