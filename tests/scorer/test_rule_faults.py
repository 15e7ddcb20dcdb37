"""A wrong rule file is refused in the language of who wrote it."""

import re
from pathlib import Path

import pytest
from test_rule_files import REFUSED

from device._i18n import LANGUAGES
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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("encoding", ["utf-16", "shift_jis"])
def test_a_file_that_is_no_utf_8_text_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], encoding: str, lang: str
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('title = "うち"\n', encoding=encoding)
    assert main(["rules", "check", str(path), "--lang", lang]) == 2
    said = capsys.readouterr().err
    assert str(path) in said
    assert {
        "en": "is wrong: it is no UTF-8 text; save it as UTF-8.",
        "ja": "UTF-8で保存してください。",
        "zh": "请另存为 UTF-8。",
    }[lang] in said


def test_the_mark_that_editors_put_before_utf_8_is_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('title = "うち"\n', encoding="utf-8-sig")
    assert main(["rules", "check", str(path)]) == 0
    assert "うち" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["[" * 3000, f"uma = {'[' * 3000}{']' * 3000}", "tenhou"])
@pytest.mark.parametrize(
    "command",
    [["rules", "check"], ["rules", "show"], ["score", "123456789m1122z2z", "--ron", "--rules"]],
)
def test_a_file_that_is_no_toml_is_told_by_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], text: str
) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text)
    assert main([*command, str(path), "--lang", "en"]) == 2
    assert f"The rule file {path} is wrong: " in capsys.readouterr().err


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
