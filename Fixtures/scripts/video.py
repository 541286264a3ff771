"""Tiny clips: a slow pan over one of the drawings, encoded by ffmpeg."""

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

import patterns

WIDTH, HEIGHT, RATE = 192, 128, 12
# Bit-exact muxing and one thread, so the same ffmpeg version writes the same bytes in each run.
EXACT = "-fflags +bitexact -flags:v +bitexact -map_metadata -1".split()
FASTSTART = "-movflags +faststart".split()
H264 = "-c:v libx264 -preset veryslow -crf 27 -pix_fmt yuv420p -threads 1 -x264-params threads=1".split() + FASTSTART
VP9 = "-c:v libvpx-vp9 -crf 36 -b:v 0 -row-mt 0 -threads 1".split()


def files():
    """Yields the name, bytes and description of each file."""
    pan = _pan(2 * RATE)
    black = [Image.new("RGB", (WIDTH, HEIGHT))] * (RATE // 2)
    plain = encoded(black + pan[: len(pan) - len(black)], "mp4", H264)
    yield ("starts-black.mp4", plain, "H.264, 2 s, the first half second is black: a poster frame must be later")
    turned = encoded([frame.rotate(-90, expand=True) for frame in pan], "mp4", H264)
    yield "rotated-by-metadata.mp4", rotated(turned), "H.264, stored 128 × 192, a display matrix rotates it to 192 × 128"
    yield "gate.webm", encoded(pan, "webm", VP9), "VP9 in WebM, 2 s"
    yield "truncated.mp4", plain[: len(plain) * 2 // 3], "the first clip, last third missing"


def _pan(count):
    picture = patterns.view(WIDTH + 2 * count, HEIGHT)
    return [picture.crop((2 * index, 0, 2 * index + WIDTH, HEIGHT)) for index in range(count)]


def encoded(frames, kind, codec):
    width, height = frames[0].size
    raw = b"".join(np.asarray(frame).tobytes() for frame in frames)
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-"]
    with TemporaryDirectory() as folder:
        target = Path(folder) / f"clip.{kind}"
        _ffmpeg([*source, *codec, *EXACT, str(target)], raw)
        return target.read_bytes()


def rotated(data):
    """The same stream with a rotation in its track header."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "source.mp4", Path(folder) / "target.mp4"
        source.write_bytes(data)
        copy = "-c copy -metadata:s:v rotate=90".split()
        _ffmpeg(["-i", str(source), *copy, *EXACT, *FASTSTART, str(target)])
        return target.read_bytes()


def _ffmpeg(arguments, data=None):
    command = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", *arguments]
    subprocess.run(command, input=data, check=True)
