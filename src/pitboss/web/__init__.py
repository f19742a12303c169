"""The floor in a browser: pages over HTTP, and one WebSocket for all that changes."""
