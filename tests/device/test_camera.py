"""Cameras: every source gives frames through the one port, and says what is wrong."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from device._errors import CameraError, PhotoError
from device._photo import load_photo
from device.camera._files import PictureFolder, VideoFile
from device.camera._health import BLURRED_BELOW, FROZEN_S, Health, fine_detail
from device.camera._live import StreamCamera
from device.camera._pi import luma, to_bgr
from device.camera._port import PREVIEW_WIDTH, Frame, camera_of, found_camera, shown

COLOURS = [(200, 30, 30), (30, 200, 30), (30, 30, 200)]


def plain(colour, size=(320, 240)):
    return np.full((size[1], size[0], 3), colour, np.uint8)


@pytest.fixture
def pictures(tmp_path):
    for number, colour in enumerate(COLOURS):
        cv2.imwrite(str(tmp_path / f"{number}.png"), plain(colour))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


@pytest.fixture
def video(tmp_path):
    path = tmp_path / "table.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 5.0, (320, 240))
    for colour in COLOURS:
        writer.write(plain(colour))
    writer.release()
    return path


def strongest(frame):
    return int(frame.image[120, 160].argmax())


def test_a_video_is_played_once_in_order(video):
    with VideoFile(video, rate=0) as camera:
        frames = list(camera.frames())
    assert [strongest(frame) for frame in frames] == [0, 1, 2]
    assert [frame.time for frame in frames] == pytest.approx([0, 0.2, 0.4])
    assert not camera.live


def test_a_folder_shows_each_picture_for_a_while(pictures):
    with PictureFolder(pictures, rate=0) as camera:
        shown = [strongest(frame) for frame in camera.frames()]
    assert shown == [0] * 10 + [1] * 10 + [2] * 10


def test_a_broken_picture_in_a_folder_is_named_and_the_others_are_shown(pictures):
    (pictures / "1.png").write_bytes(b"broken")
    with PictureFolder(pictures, rate=0) as camera:
        frames = list(camera.frames())
    with pytest.raises(PhotoError, match=r"1\.png"):
        strongest(frames[10])
    assert [strongest(frame) for frame in (*frames[:10], *frames[20:])] == [0] * 10 + [2] * 10


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("video:/missing.mp4", "video_missing"),
        ("folder:/missing", "folder_missing"),
        ("v4l2:99", "camera_missing"),
        ("v4l2:/dev/v4l/by-id/none", "camera_missing"),
        ("picamera2", "picamera2_missing"),
        ("http://127.0.0.1:9/camera", "stream_unopened"),
    ],
)
def test_what_is_not_there_is_told(source, code):
    with pytest.raises(CameraError) as caught, camera_of(source):
        pass
    assert caught.value.code == code


@pytest.mark.parametrize(
    "source",
    ["", "camera", "video:", "picamera2:1", "ftp://x", "http:", "http://", "rtsp:\0a",
     "http:\ud800", "folder:\ud800"],
)  # fmt: skip
def test_an_unknown_source_is_refused(source):
    with pytest.raises(CameraError) as caught:
        camera_of(source)
    assert caught.value.code == "camera_unknown"
    assert caught.value.message("en").isprintable()


def test_a_file_that_is_no_video_is_refused(tmp_path):
    path = tmp_path / "x.mp4"
    path.write_bytes(b"no video" * 100)
    with pytest.raises(CameraError) as caught, VideoFile(path):
        pass
    assert caught.value.code == "video_unreadable"


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(CameraError) as caught, PictureFolder(tmp_path):
        pass
    assert caught.value.code == "folder_empty"


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("rtsp://me:secret@10.0.0.7:554/live", "rtsp://10.0.0.7:554/live"),
        ("video:/home/me/table.mp4", "video:table.mp4"),
        ("v4l2:0", "v4l2:0"),
        ("picamera2", "picamera2"),
    ],
)
def test_a_source_is_shown_without_secrets(source, seen):
    assert shown(source) == seen


def test_no_camera_is_found_on_a_machine_without():
    assert found_camera() is None


class _Stream(BaseHTTPRequestHandler):
    """A network camera that shows three pictures in turn and then stops."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(30):
            data = cv2.imencode(".jpg", plain(COLOURS[number // 10]))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            self.wfile.write(head.encode() + data + b"\r\n")

    def log_message(self, *_):
        pass


@pytest.fixture
def stream():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Stream)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://user:secret@127.0.0.1:{server.server_port}/camera"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_network_camera_shows_its_newest_picture_and_is_missed_when_it_goes(stream):
    seen = []
    with StreamCamera(stream, patience_s=2) as camera, pytest.raises(CameraError) as caught:
        for frame in camera.frames():
            seen.append((frame.time, strongest(frame)))
    assert caught.value.code == "camera_lost"
    assert "secret" not in str(caught.value)
    assert seen == sorted(seen)
    assert seen[-1][1] == 2


def test_the_preview_is_small_and_gray():
    preview = Frame.of(0.0, plain((0, 255, 0), (1280, 960))).preview
    assert preview.shape == (PREVIEW_WIDTH * 3 // 4, PREVIEW_WIDTH)
    assert preview.dtype == np.uint8
    assert abs(int(preview[5, 5]) - 150) <= 1


# ---------------------------------------------------------------- formats of the ribbon camera


@pytest.fixture
def scene():
    """Smooth colours, because chroma is stored at half the resolution."""
    y, x = np.mgrid[0:96, 0:128]
    return np.dstack([x * 2 % 256, y * 2, 255 - x]).astype(np.uint8)


def i420(image):
    return cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)


def nv12(image):
    planar = i420(image)
    height, width = image.shape[:2]
    u, v = planar[height:].reshape(2, height // 2, width // 2)
    return np.vstack([planar[:height], np.dstack([u, v]).reshape(height // 2, width)])


def yuyv(image):
    return cv2.cvtColor(image, cv2.COLOR_BGR2YUV_YUYV)


ENCODERS = {
    "RGB888": lambda image: image,
    "BGR888": lambda image: image[:, :, ::-1],
    "XRGB8888": lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2BGRA),
    "XBGR8888": lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2RGBA),
    "YUV420": i420,
    "NV12": nv12,
    "YUYV": yuyv,
    "MJPEG": lambda image: cv2.imencode(".jpg", image)[1],
}


@pytest.mark.parametrize("name", ENCODERS)
def test_every_format_becomes_bgr(scene, name):
    image = to_bgr(ENCODERS[name](scene), name, (128, 96))
    assert image.shape == scene.shape
    assert np.abs(image.astype(int) - scene).mean() < 6


@pytest.mark.parametrize("name", ENCODERS)
def test_every_format_has_its_gray_picture(scene, name):
    gray = luma(ENCODERS[name](scene), name, (128, 96))
    expected = cv2.cvtColor(scene, cv2.COLOR_BGR2GRAY)
    full_range = 20  # video levels reach from 16 to 235
    assert gray.shape == expected.shape
    assert np.abs(gray.astype(int) - expected).mean() < full_range


def test_padding_at_the_right_of_rows_is_cut_off(scene):
    padded = np.pad(scene, ((0, 0), (0, 32), (0, 0)))
    assert np.array_equal(to_bgr(padded, "RGB888", (128, 96)), scene)


@pytest.mark.parametrize(("name", "data"), [("SRGGB10", b"\0" * 64), ("MJPEG", b"\0" * 64)])
def test_a_format_that_cannot_be_read_is_named(name, data):
    with pytest.raises(CameraError, match=name):
        to_bgr(np.frombuffer(data, np.uint8), name, (8, 8))


# ---------------------------------------------------------------- what is wrong with pictures


def noisy(rng, level):
    return np.clip(rng.normal(level, 3, (240, 320, 3)), 0, 255).astype(np.uint8)


def test_a_black_picture_is_noticed():
    rng = np.random.default_rng(1)
    health = Health(live=True)
    assert health.check(Frame.of(0, noisy(rng, 100))) == "ok"
    assert health.check(Frame.of(1, noisy(rng, 4))) == "black"
    assert health.check(Frame.of(2, noisy(rng, 100))) == "ok"


def test_a_frozen_live_camera_is_noticed_and_a_still_recording_is_not():
    image = noisy(np.random.default_rng(1), 100)
    moments = [0.0, FROZEN_S / 2, FROZEN_S + 0.1]
    live, recorded = Health(live=True), Health(live=False)
    assert [live.check(Frame.of(t, image)) for t in moments] == ["ok", "ok", "frozen"]
    assert [recorded.check(Frame.of(t, image)) for t in moments] == ["ok"] * 3


def test_a_still_table_seen_by_a_live_camera_is_not_frozen():
    rng = np.random.default_rng(1)
    health = Health(live=True)
    assert {health.check(Frame.of(t, noisy(rng, 100))) for t in range(20)} == {"ok"}


def test_blur_is_told_from_sharpness_on_real_photos(hand_photos):
    for path in hand_photos[::10]:
        image = load_photo(path)
        sigma = image.shape[1] * 6 / 1280
        assert fine_detail(image) > BLURRED_BELOW
        assert fine_detail(cv2.GaussianBlur(image, (0, 0), sigma)) < BLURRED_BELOW
