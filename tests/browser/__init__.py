"""What a person sees: tests in a real browser, against a real server."""
