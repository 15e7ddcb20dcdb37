"""Riichi mahjong scoring: tiles, hands, rules, yaku, fu, points, payments, the game ledger."""
