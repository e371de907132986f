"""Histories of clients under faults: kills, pauses, cut networks, skewed clocks, full disks; and their checker."""
