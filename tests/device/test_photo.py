"""Pictures from people: what is read and what is refused, with which sentence."""

import io
import string

import numpy as np
import pytest
from PIL import Image

from device._errors import PhotoError
from device._i18n import LANGUAGES, errors
from device._photo import MAX_BYTES, decode_photo, load_photo


def encoded(image, kind="JPEG", **options):
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.fixture
def picture():
    gradient = np.zeros((120, 200, 3), np.uint8)
    gradient[:60, :, 0] = 200  # red above
    gradient[60:, :, 2] = 200  # blue below
    return Image.fromarray(gradient)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP"])
def test_every_format_is_read_as_bgr(picture, kind):
    image = decode_photo(encoded(picture, kind), "x")
    assert image.shape == (120, 200, 3)
    assert image[10, 100].argmax() == 2  # red is the last channel
    assert image[110, 100].argmax() == 0


@pytest.mark.parametrize(
    ("orientation", "shape", "red_at"),
    [(1, (120, 200), (10, 100)), (3, (120, 200), (110, 100)), (6, (200, 120), (100, 110)),
     (8, (200, 120), (100, 10))],
)  # fmt: skip
def test_exif_rotation_is_applied(picture, orientation, shape, red_at):
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = decode_photo(encoded(picture, exif=exif), "x")
    assert image.shape[:2] == shape
    assert image[red_at].argmax() == 2


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "1"])
def test_every_colour_mode_becomes_bgr(picture, mode):
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert decode_photo(encoded(picture.convert(mode), kind), "x").shape == (120, 200, 3)


def test_gray_of_16_bits_is_as_bright_as_of_8(picture):
    gray = np.asarray(picture.convert("L"))
    deep = Image.fromarray(gray.astype(np.uint16) * 257)
    image = decode_photo(encoded(deep, "PNG"), "x")
    assert (image == gray[:, :, None]).all()


def refused(data, code):
    with pytest.raises(PhotoError) as caught:
        decode_photo(data, "hand.jpg")
    assert caught.value.code == code
    assert "hand.jpg" in str(caught.value)


def test_an_empty_file_is_refused():
    refused(b"", "photo_empty")


def test_text_is_refused():
    refused(b"not an image at all, " * 100, "photo_not_image")


def test_a_phone_s_heic_is_told_apart():
    refused(b"\x00\x00\x00\x18ftypheic" + bytes(64), "photo_heic")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_truncated_picture_is_refused(kind):
    noise = np.random.default_rng(1).integers(0, 255, (300, 300, 3), np.uint8)
    data = encoded(Image.fromarray(noise), kind)
    refused(data[: len(data) // 2], "photo_truncated")


def test_too_many_pixels_are_refused_undecoded():
    refused(encoded(Image.new("1", (9000, 8000)), "PNG"), "photo_too_large")


def test_a_decompression_bomb_is_refused():
    refused(encoded(Image.new("1", (20000, 20000)), "PNG"), "photo_bomb")


def test_a_thumbnail_is_refused():
    refused(encoded(Image.new("RGB", (40, 40))), "photo_too_small")


def test_too_heavy_a_file_is_refused(tmp_path):
    path = tmp_path / "hand.jpg"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    assert caught.value.code == "photo_too_heavy"


@pytest.mark.parametrize("name", ["missing.jpg", "."])
def test_what_cannot_be_opened_is_named(tmp_path, name):
    with pytest.raises(PhotoError) as caught:
        load_photo(tmp_path / name)
    assert caught.value.code == "file_unopened"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_has_the_same_gaps_in_each_language(lang):
    assert errors(lang).keys() == errors("en").keys()
    for code, sentence in errors(lang).items():
        gaps = [{gap for _, gap, _, _ in string.Formatter().parse(text) if gap}
                for text in (sentence, errors("en")[code])]  # fmt: skip
        assert gaps[0] == gaps[1], code
