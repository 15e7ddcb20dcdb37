"""The names of the rule sets, and what is in them, in the languages of the page."""

from __future__ import annotations

from device._i18n import Language, catalogue, text
from scorer import Rules, load_rules, rule_set_names


def rules_title(rules: Rules, lang: str) -> str:
    """Return the name of a shipped rule set in ``lang``; one of your own has the name it gives."""
    shipped = rules.name in rule_set_names() and load_rules(rules.name).title == rules.title
    known = f"rules.{rules.name}" in catalogue(lang)
    return text(lang, f"rules.{rules.name}") if shipped and known else rules.title


def rules_about(rules: Rules, lang: Language) -> str:
    """Return in one line how many play, with which red fives, from how many points."""
    reds = sum(rules.red_fives)
    told = text(lang, "rules.reds" if reds else "rules.reds.none", count=reds)
    return text(
        lang, "rules.about", players=rules.players, reds=told, points=f"{rules.start_points:,}"
    )
