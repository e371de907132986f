"""What somebody at the page waits for, measured in a real browser."""
