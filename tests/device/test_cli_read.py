"""What the terminal says of tiles, doubts and indicators, in every language."""


def test_indicators_are_named_one_by_one(jantaku):
    hand = ("123m456p789s11122z", "--win", "2z", "--tsumo", "--dora", "49p")
    assert "Dora indicator 4p 9p" in jantaku("score", *hand, "--lang", "en").stdout
