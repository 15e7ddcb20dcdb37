"""The names of the rule sets in the languages of the page."""

from __future__ import annotations

from device._i18n import catalogue, text
from scorer import Rules, load_rules, rule_set_names


def rules_title(rules: Rules, lang: str) -> str:
    """Return the name of a shipped rule set in ``lang``; one of your own has the name it gives."""
    shipped = rules.name in rule_set_names() and load_rules(rules.name).title == rules.title
    known = f"rules.{rules.name}" in catalogue(lang)
    return text(lang, f"rules.{rules.name}") if shipped and known else rules.title
