"""What is said of a tile set being learned, in every language."""

from __future__ import annotations

from detector import PLAN, Learned
from detector._types import BACK
from device._i18n import Language, text
from device.tiles._draft import TileDraft

_SHOWN = 12


def plan_text(lang: Language) -> str:
    """Return how to lay the set out."""
    rows = (" ".join("##" if face == BACK else face for face in row) for row in PLAN)
    return "\n".join([text(lang, "tiles.plan"), "", *(f"    {row}" for row in rows)])


def draft_text(draft: TileDraft, lang: Language) -> str:
    """Return what was found in the photos and what has to be looked at."""
    found = text(lang, "tiles.found", count=len(draft.examples), photos=draft.photos)
    return "\n".join([found, *draft_notes(draft, lang)])


def draft_notes(draft: TileDraft, lang: Language) -> list[str]:
    """Return what has to be looked at, or is left out."""
    lines = []
    if draft.absent:
        rows = " / ".join(" ".join(row) for row in draft.absent)
        lines.append(text(lang, "tiles.absent", rows=rows))
    if draft.missing:
        lines.append(text(lang, "tiles.missing", faces=" ".join(draft.missing[:_SHOWN])))
    if draft.doubled:
        lines.append(text(lang, "tiles.doubled", faces=" ".join(draft.doubled)))
    if draft.extra:
        lines.append(text(lang, "tiles.extra", count=draft.extra))
    for index, other in draft.looks:
        example = draft.examples[index]
        lines.append(
            text(lang, "tiles.looks", photo=example.photo + 1, face=example.face, other=other)
        )
    return lines


def learned_text(learned: Learned, lang: Language) -> str:
    """Return how well the set is read before and after learning."""
    if learned.adaptation is None:
        return text(lang, "tiles.kept")
    if not learned.tried:
        return text(lang, "tiles.untried")
    values = {"before": learned.before, "after": learned.after, "tried": learned.tried}
    return text(lang, "tiles.learned", **values)
