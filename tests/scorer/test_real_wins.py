"""Every win of the real games: yaku, dora, han, fu, points, payments."""

from __future__ import annotations

from peer_rules import Case, lines

from device._score_json import score_record

#: What the answer must say where the record knows it.
COMPARED = ("dora", "uradora", "akadora", "han", "points", "deltas")


def differences(record: Case) -> list[object]:
    answer = score_record(record)
    if "error" in answer:
        return [answer["error"]]
    expected = record["expected"]
    known = [key for key in COMPARED if expected[key] is not None]
    found: list[object] = [(k, answer[k], expected[k]) for k in known if answer[k] != expected[k]]
    if expected["fu"] and answer["fu"] != expected["fu"]:
        found.append(("fu", answer["fu"], expected["fu"]))
    for key in ("yaku", "yakuman"):
        if sorted(answer[key]) != sorted(expected[key]):
            found.append((key, answer[key], expected[key]))
    return found


def test_all_real_wins_are_right() -> None:
    records = lines("real_wins.jsonl")
    wrong = {record["source"]: found for record in records if (found := differences(record))}
    assert len(records) == 6565
    assert wrong == {}
