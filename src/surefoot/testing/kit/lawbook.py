"""Every law of the campaign, by name."""

from __future__ import annotations

from collections.abc import Mapping

from surefoot.testing.kit.campaign import Law
from surefoot.testing.kit.gaming import liveness, undo_and_replay, whole_state
from surefoot.testing.kit.granting import granted_is_found
from surefoot.testing.kit.meeting import meeting
from surefoot.testing.kit.placement import placement
from surefoot.testing.kit.promising import promised_is_granted
from surefoot.testing.kit.splitting import split_legs
from surefoot.testing.kit.standing import motions, raised

LAWS: Mapping[str, Law] = {
    "split-legs": split_legs,
    "motions": motions,
    "raised": raised,
    "liveness": liveness,
    "whole-state": whole_state,
    "undo-and-replay": undo_and_replay,
    "placement": placement,
    "meeting": meeting,
    "granted-is-found": granted_is_found,
    "promised-is-granted": promised_is_granted,
}
