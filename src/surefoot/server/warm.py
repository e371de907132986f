"""Imported by the process from which workers are forked, so that each of them begins with everything loaded."""

from __future__ import annotations

from surefoot.server.worker import warm

warm()
