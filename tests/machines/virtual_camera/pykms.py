"""In place of the binding of kms++, which Debian does not package.

picamera2 names its pixel formats when it is imported and uses the rest for previews on a screen
that the program never asks for.
"""


class PixelFormat:
    """Any name is a pixel format."""

    RGB888 = BGR888 = XRGB8888 = XBGR8888 = YUV420 = YVU420 = MJPEG = None
