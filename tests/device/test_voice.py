"""The voice: what it says, how each engine reads it, and that it never holds anything up."""

import io
import os
import shutil
import threading
import wave

import numpy as np
import pyopenjtalk
import pytest

from device._errors import VoiceError
from device.voice._english import pronounced
from device.voice._mandarin import numeral, pinyin
from device.voice._port import Aplay, Speaker, voice_of
from device.voice._text import announcement, correction
from scorer import Hand, Riichi, Tile, WinContext, Wind, names, parse_tiles, score


def won(concealed, win, **context):
    context = WinContext(**context)
    return score(Hand(parse_tiles(concealed), Tile.parse(win)), context), context


def mangan_ron():
    return won("234m678p678s55p222p", "2p", tsumo=False, riichi=Riichi.RIICHI, seat_wind=Wind.S,
               discarder=Wind.W, dora_indicators=parse_tiles("4p"))  # fmt: skip


def dealer_tsumo_with_honba():
    return won("111z234m567p99s345s", "1z", tsumo=True, honba=1)


def seven_pairs_tsumo():
    return won("22334455m66p77s88s", "8s", tsumo=True, seat_wind=Wind.S)


def plain_ron():
    return won("234m567p99s345s222z", "9s", tsumo=False, seat_wind=Wind.S, discarder=Wind.N)


def three_yakuman():
    return won("111222333z44z777z", "7z", tsumo=True, seat_wind=Wind.S)


WINS = [mangan_ron, dealer_tsumo_with_honba, seven_pairs_tsumo, plain_ron, three_yakuman]

SAID = {
    ("mangan_ron", "ja"): "リーチ、タンヤオ、ドラ2、満貫、8000点",
    ("mangan_ron", "en"): "Riichi, Tanyao, Dora 2, Mangan, 8000 points",
    ("mangan_ron", "zh"): "立直、断幺九、宝牌2、满贯、8000点",
    ("dealer_tsumo_with_honba", "ja"):
        "ツモ、ダブトン、30符、サンハン、2000オールは、2100オール",
    ("dealer_tsumo_with_honba", "en"):
        "Tsumo, Double East, 3 han 30 fu, 2000 all, with honba 2100 all",
    ("dealer_tsumo_with_honba", "zh"):
        "门前清自摸和、连风东、3番30符、每家2000点，加本场每家2100点",
    ("seven_pairs_tsumo", "ja"): "ツモ、タンヤオ、チートイツ、25符、ヨンハン、1600、3200点",
    ("seven_pairs_tsumo", "en"): "Tsumo, Tanyao, Chiitoitsu, 4 han 25 fu, 1600, 3200 points",
    ("seven_pairs_tsumo", "zh"): "门前清自摸和、断幺九、七对子、4番25符、1600、3200点",
    ("plain_ron", "ja"): "ナン、40符、イーハン、1300点",
    ("plain_ron", "en"): "South, 1 han 40 fu, 1300 points",
    ("plain_ron", "zh"): "南、1番40符、1300点",
    ("three_yakuman", "ja"):
        "ツモ、ツーイーソー、スーアンコウ、ショウスーシー、トリプルヤクマン、24000、48000点",
    ("three_yakuman", "en"):
        "Tsumo, Tsuuiisou, Suuankou, Shousuushii, Triple Yakuman, 24000, 48000 points",
    ("three_yakuman", "zh"): "自摸、字一色、四暗刻、小四喜、三倍役满、24000、48000点",
}  # fmt: skip

READ = {
    "mangan_ron": "リーチ、タンヤオ、ドラニ、マンガン、ハッセンテン",
    "dealer_tsumo_with_honba":
        "ツモ、ダブトン、サンジューフ、サンハン、ニセンオールワ、ニセンヒャクオール",
    "seven_pairs_tsumo":
        "ツモ、タンヤオ、チートイツ、ニジューゴフ、ヨンハン、センロッピャク、サンゼンニヒャクテン",
    "plain_ron": "ナン、ヨンジューフ、イーハン、センサンビャクテン",
    "three_yakuman": "ツモ、ツーイーソー、スーアンコウ、ショウスーシー、トリプルヤクマン、"
        "ニマンヨンセン、ヨンマンハッセンテン",
}  # fmt: skip


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
@pytest.mark.parametrize("win", WINS)
def test_an_announcement_uses_the_words_of_the_table(win, lang):
    assert announcement(*win(), lang) == SAID[win.__name__, lang]


@pytest.mark.parametrize("win", WINS)
def test_the_japanese_voice_reads_an_announcement_right(win):
    assert pyopenjtalk.g2p(announcement(*win(), "ja"), kana=True) == READ[win.__name__]


def test_a_correction_says_only_what_it_is_worth_now():
    assert correction(*mangan_ron(), "ja") == "訂正、満貫、8000点"
    assert correction(*mangan_ron(), "en") == "Correction, Mangan, 8000 points"


def test_a_ron_whose_payer_nobody_said_has_its_points():
    worth, context = won("234m567p99s345s222z", "9s", tsumo=False, seat_wind=Wind.S)
    assert announcement(worth, context, "ja").endswith("1300点")


ALL_NAMES = {**names.YAKU, **names.LIMITS, **names.DORA}


def long_vowels_alike(kana):
    """ショウ and ショー are one sound."""
    return kana.replace("ショウ", "ショー")


@pytest.mark.parametrize("word", ALL_NAMES)
def test_every_name_is_read_in_japanese_as_it_is_called(word):
    kana = ALL_NAMES[word].kana
    assert long_vowels_alike(pyopenjtalk.g2p(kana, kana=True)) == long_vowels_alike(kana)


@pytest.mark.parametrize("word", ["mangan", "baiman", "yakuman"])
def test_the_limits_left_in_kanji_are_read_right(word):
    assert pyopenjtalk.g2p(names.LIMITS[word].ja, kana=True) == names.LIMITS[word].kana


@pytest.mark.parametrize(
    ("points", "read"),
    [(1000, "セン"), (1300, "センサンビャク"), (3900, "サンゼンキューヒャク"),
     (7700, "ナナセンナナヒャク"), (8000, "ハッセン"), (11600, "イチマンセンロッピャク"),
     (18000, "イチマンハッセン"), (32000, "サンマンニセン"), (96000, "キューマンロクセン")],
)  # fmt: skip
def test_points_are_read_right(points, read):
    assert pyopenjtalk.g2p(f"{points}点", kana=True) == f"{read}テン"


def test_japanese_words_have_their_sounds_in_english():
    assert pronounced("Riichi, Red Dora 2, 8000 points") == (
        "[[r'i:tSi]], Red [[d'oUrA:]] 2, 8000 points"
    )


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "零"), (10, "十"), (25, "二十五"), (110, "一百一十"), (1300, "一千三百"), (8000, "八千"),
     (11600, "一万一千六百"), (20500, "二万零五百"), (32000, "三万二千"), (1010, "一千零一十")],
)  # fmt: skip
def test_numbers_in_mandarin(number, said):
    assert numeral(number) == said


def test_mandarin_is_spelt_in_pinyin():
    assert pinyin("立直、满贯、8000点") == "li4 zhi2 、 man3 guan4 、 ba1 qian1 dian3"


@pytest.mark.parametrize("lang", ["ja", "en", "zh"])
def test_every_voice_speaks(lang):
    data = voice_of(lang).wav(announcement(*mangan_ron(), lang))
    with wave.open(io.BytesIO(data)) as file:
        seconds = file.getnframes() / file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    assert 2 < seconds < 10
    assert np.abs(samples.astype(int)).max() > 5000


def test_a_missing_engine_is_told(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VoiceError, match="sudo apt install espeak-ng"):
        voice_of("en")
    with pytest.raises(VoiceError, match="sudo apt install alsa-utils"):
        Aplay()


# ---------------------------------------------------------------- the queue and the loudspeaker


class Tape:
    """An output that keeps what it is given, as slowly as ``gate`` says."""

    def __init__(self):
        self.gate = threading.Event()
        self.played = []

    def play(self, wav):
        assert self.gate.wait(10)
        self.played.append(wav)


class Echo:
    """A voice whose sound is the text."""

    def wav(self, text):
        return text.encode()


def test_saying_never_waits_and_old_news_is_dropped():
    tape, troubles = Tape(), []
    speaker = Speaker(troubles.append, lambda lang: Echo(), lambda: tape)
    for number in range(50):
        speaker.say(str(number), "en")
    assert tape.played == []
    tape.gate.set()
    speaker.close(wait_s=10)
    assert tape.played[-1] == b"49"
    assert len(tape.played) < 10
    assert troubles == []


def test_a_missing_loudspeaker_is_told_once():
    troubles = []

    def nowhere():
        raise VoiceError("sound_no_device", reason="none")

    speaker = Speaker(troubles.append, lambda lang: Echo(), nowhere)
    for _ in range(3):
        speaker.say("x", "en")
    speaker.close(wait_s=10)
    assert [trouble.code for trouble in troubles] == ["sound_no_device"]


ALSA_FILE = """
<{config}>
pcm.!default {{ type file; slave.pcm null; file "{file}"; format wav }}
pcm.null {{ type null }}
"""


@pytest.fixture
def loudspeaker(tmp_path, monkeypatch):
    """ALSA's own file device in place of a sound card."""
    assert shutil.which("aplay")
    config, file = tmp_path / "asound.conf", tmp_path / "heard.wav"
    config.write_text(ALSA_FILE.format(config="/usr/share/alsa/alsa.conf", file=file))
    monkeypatch.setitem(os.environ, "ALSA_CONFIG_PATH", str(config))
    return file


def test_what_is_said_comes_out_of_the_loudspeaker(loudspeaker):
    troubles = []
    speaker = Speaker(troubles.append)
    speaker.say(announcement(*mangan_ron(), "ja"), "ja")
    speaker.close(wait_s=30)
    assert troubles == []
    data = loudspeaker.read_bytes()
    samples = np.frombuffer(data[44 : len(data) // 2 * 2], np.int16)
    assert len(samples) > 2 * 48000
    assert np.abs(samples.astype(int)).max() > 5000


def loudest(wav):
    with wave.open(io.BytesIO(wav)) as file:
        return np.abs(np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)).max()


def test_the_volume_is_that_of_what_is_played():
    tape = Tape()
    tape.gate.set()
    speaker = Speaker([].append, output=lambda: tape)
    for speaker.volume in (100, 50, 0):
        speaker.try_out("8000 points", "en")
    speaker.close(wait_s=10)
    full, half, nothing = map(loudest, tape.played)
    assert abs(half - full / 2) <= 1
    assert nothing == 0


def test_a_machine_without_a_sound_card_says_so(tmp_path, monkeypatch):
    config = tmp_path / "asound.conf"
    config.write_text("pcm.!default { type hw; card 77 }\n")
    monkeypatch.setitem(os.environ, "ALSA_CONFIG_PATH", str(config))
    with pytest.raises(VoiceError) as caught:
        Aplay().play(voice_of("en").wav("8000 points"))
    assert caught.value.code == "sound_no_device"


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_no_voice_is_louder_than_one_decibel_below_full_scale(lang):
    said = announcement(*mangan_ron(), lang)
    with wave.open(io.BytesIO(voice_of(lang).wav(said))) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(int)
    assert 3000 < np.abs(samples).max() <= 32767 * 10 ** (-1 / 20) + 1
