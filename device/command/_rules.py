"""``jantaku rules``: rule sets listed, shown, checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from device._i18n import Language, text
from device._rules_text import rules_title
from device.command._context import rules_of
from device.command._data import add_action
from scorer import (
    Rules,
    YakuHan,
    changed_options,
    format_rules,
    load_rules,
    names,
    rule_set_names,
    yaku_values,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    actions = parser.add_subparsers(title="actions", required=True, metavar="ACTION")
    listing = add_action(actions, "list", "the rule sets that come with the program")
    listing.set_defaults(action=_list)
    show = add_action(actions, "show", "one rule set: what differs from Tenhou's, every yaku")
    show.add_argument("name", metavar="NAME", help="a rule set, or a .toml file")
    show.add_argument("--toml", action="store_true", help="as a complete rule file to change")
    show.set_defaults(action=_show)
    check = add_action(actions, "check", "say what is wrong in a rule file of your own")
    check.add_argument("name", metavar="FILE.toml")
    check.set_defaults(action=_check)


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    args.action(args)
    return 0


def _list(args: argparse.Namespace) -> None:
    for name in rule_set_names():
        print(f"{name:<16} {rules_title(load_rules(name), args.lang)}")


def _show(args: argparse.Namespace) -> None:
    rules = rules_of(args.name)
    if args.toml:
        print(format_rules(rules), end="")
        return
    print(_named(rules, args.lang))
    changed = changed_options(rules)
    if changed:
        print(text(args.lang, "rules.shown.changed"))
    for option, value, usual in changed:
        print(f"  {option} = {value}  ({usual})")
    print(text(args.lang, "rules.shown.yaku"))
    for closed, opened in yaku_values(rules):
        name = names.name_of(closed.id, args.lang)
        print(f"  {name}: {_worth(closed)} / {_worth(opened)}")


def _worth(worth: YakuHan | None) -> str:
    if worth is None:
        return "-"
    return f"{worth.yakuman:g} {names.name_of('yakuman')}" if worth.yakuman else str(worth.han)


def _check(args: argparse.Namespace) -> None:
    rules = rules_of(args.name if args.name.endswith(".toml") else str(Path(args.name)))
    print(_named(rules, args.lang))


def _named(rules: Rules, lang: Language) -> str:
    title = rules_title(rules, lang)
    return title if title == rules.name else f"{rules.name}: {title}"
