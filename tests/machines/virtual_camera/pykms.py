"""In place of the binding of kms++, which Debian does not package.

picamera2 names its pixel formats when it is imported and uses the rest for previews on a screen
that the program never asks for.
"""


class _AnyName(type):
    def __getattr__(cls, name: str) -> str:
        return name


class PixelFormat(metaclass=_AnyName):
    """Any name is a pixel format."""
