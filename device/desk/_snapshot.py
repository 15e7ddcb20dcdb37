"""What the desk shows, as fields of ``device.page._ports.State``."""

from __future__ import annotations

from typing import Any

from device.desk._desk import Desk
from device.game._shown import Shown
from device.page._seen import Seen


def snapshot(desk: Desk) -> dict[str, Any]:
    """Return what ``desk`` shows; ``notice`` is what keeps the log from taking anything."""
    game = desk.game.shown(desk.claim, desk.after)
    return {
        "rules": desk.rules,
        "picture": desk.picture,
        "draft": desk.draft,
        "outcome": desk.outcome,
        "notice": desk.trouble,
        "hand_id": (desk.kept.id if desk.kept else 0) or None,
        "unanswered": len(desk.unanswered),
        "game": game,
        "seen": _seen(desk.turns, game),
    }


def _seen(turns: int, game: Shown | None) -> Seen:
    if game is None:
        return Seen(turns)
    return Seen(turns, game.number, game.book.ledger.state.hand, len(game.book.done))
