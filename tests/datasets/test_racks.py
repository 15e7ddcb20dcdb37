"""Standing hands drawn to measure the detector on."""

from __future__ import annotations

from pathlib import Path

from datasets import evaluate, racks


def test_a_drawn_rack_is_read_exactly_whatever_lies_behind(tmp_path: Path) -> None:
    racks.main([str(tmp_path), "--count", "4", "--seed", "2"])
    total = evaluate.Tally()
    for photo in map(evaluate.Judge(tmp_path), sorted((tmp_path / "images").iterdir())):
        assert len(photo.held) in (0, *evaluate.HAND_SIZES)
        total.add(photo)
    assert total.hands >= 3
    assert total.hands_exact >= total.hands - 1
    assert total.hands_wrong == 0
    assert total.tiles > sum(evaluate.HAND_SIZES)
