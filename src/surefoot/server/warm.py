"""Preloaded by the fork server, so that new workers have everything imported."""

from __future__ import annotations

from surefoot.server.worker import warm

warm()
