"""A wrong rule file is refused in the language of who wrote it."""

import re
from pathlib import Path

import pytest
from test_rule_files import REFUSED

from device._rule_faults import RuleFileWrong
from device.cli import main
from scorer import ScoringError, load_rules

#: Words of the English sentences that no rule file has.
ENGLISH = re.compile(r"\b(must|there is|line|need|needs|cannot|did you|each|below|of)\b")


@pytest.mark.parametrize(("code", "text", "words"), REFUSED)
def test_every_fault_is_told_in_every_language(code: str, text: str, words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        load_rules(text if "=" in text else f"{text}\n")
    wrong = RuleFileWrong(caught.value)
    assert words in wrong.message("en")
    for lang in ("ja", "zh"):
        told = wrong.message(lang)
        assert told.endswith(("。", "？"))
        if code != "not_toml":  # Python's own words say where it ends to be TOML
            assert not ENGLISH.search(told)


def test_all_faults_are_told_with_their_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('kuitann = true\nkiriage = 1\nred_fives = 3\n[han]\npinfu = "x"\n')
    said = {}
    for lang in ("en", "ja", "zh"):
        assert main(["rules", "check", str(path), "--lang", lang]) == 2
        said[lang] = capsys.readouterr().err
    assert "line 1: there is no option 'kuitann'" in said["en"]
    assert "1行目：「kuitann」という項目はありません。kuitanのことですか。" in said["ja"]
    assert "2行目：kiriageにはtrueかfalseを書いてください（今は1）。" in said["ja"]
    assert "第 3 行：red_fives 必须是 3 项的列表，每项为整数，现在是 3。" in said["zh"]
    assert "第 5 行：pinfu 的番数" in said["zh"]
