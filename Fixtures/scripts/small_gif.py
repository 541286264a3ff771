"""GIF: still, interlaced, and all features of animations."""

import numpy as np

import gif_writer as gif
import patterns

COLORS = [patterns.PAPER, patterns.INK, patterns.RED, patterns.GREEN, patterns.BLUE, patterns.YELLOW, (255, 0, 255)]
CLEAR = 6


def files():
    """Yields the name, bytes and description of each file."""
    yield from _stills()
    yield from _animations()


def upright():
    """The F as palette indices."""
    pixels = np.asarray(patterns.upright()).astype(int)
    indices = np.zeros(pixels.shape[:2], np.uint8)
    for index, color in enumerate(COLORS):
        indices[(pixels == np.array(color)).all(axis=2)] = index
    return indices


def _stills():
    picture = upright()
    start = gif.opening(64, 48, COLORS)
    yield "gif-still.gif", start + gif.frame(picture, bits=3) + gif.closing(), "one frame"
    yield "gif-interlaced.gif", start + gif.frame(picture, interlaced=True, bits=3) + gif.closing(), "interlaced"
    see_through = np.where(picture == 0, CLEAR, picture)
    body = gif.control(clear=CLEAR) + gif.frame(see_through, bits=3)
    yield "gif-transparent.gif", start + body + gif.closing(), "the paper is transparent"
    local = gif.opening(64, 48) + gif.frame(picture, colors=COLORS, bits=3) + gif.closing()
    yield "gif-local-palette.gif", local, "no global color table"
    mask = (picture == 1).astype(np.uint8)
    two = gif.opening(64, 48, [patterns.PAPER, patterns.INK]) + gif.frame(mask, bits=2) + gif.closing()
    yield "gif-two-colours.gif", two, "two colors"
    old = b"GIF87a" + start[6:] + gif.frame(picture, bits=3) + gif.closing()
    yield "gif-87a.gif", old, "version 87a"
    view = patterns.view().quantize(256, dither=0)
    full = gif.opening(*view.size, np.array(view.getpalette("RGB")).reshape(-1, 3)) + gif.frame(np.asarray(view))
    yield "gif-256-colours.gif", full + gif.comment(b"Wish you were here") + gif.closing(), "256 colors, a comment"
    offset = gif.opening(80, 60, COLORS, 3) + gif.frame(picture, 8, 6, bits=3) + gif.closing()
    yield "gif-frame-smaller-than-screen.gif", offset, "a 64 × 48 frame at 8, 6 on an 80 × 60 screen"


def _square(index, size=16):
    return np.full((size, size), index, np.uint8)


def _animations():
    names = ("unspecified", "keep", "background", "previous")
    for disposal, name in enumerate(names):
        out = gif.opening(64, 48, COLORS) + gif.loop(0) + gif.control(30, gif.KEEP) + gif.frame(upright(), bits=3)
        for step, color in enumerate((2, 3, 4)):
            out += gif.control(20, disposal) + gif.frame(_square(color), 4 + 20 * step, 16, bits=3)
        yield (
            f"gif-disposal-{disposal}.gif",
            out + gif.closing(),
            f"4 frames, squares with disposal {disposal} ({name})",
        )
    out = gif.opening(64, 48, COLORS) + gif.loop(3)
    for step in range(4):
        hole = np.where(upright() == 1, CLEAR, (step + 2)).astype(np.uint8)
        out += gif.control(10 * (step + 1), gif.BACKGROUND, CLEAR) + gif.frame(hole, bits=3)
    yield (
        "gif-transparent-loop-3.gif",
        out + gif.closing(),
        "4 frames with an F-shaped hole, delays 0.1 … 0.4 s, played 3 times more",
    )
    out = gif.opening(64, 48) + gif.loop(0)
    for color in (patterns.RED, patterns.GREEN, patterns.BLUE):
        frame = gif.frame((upright() == 1).astype(np.uint8), colors=[color, (255, 255, 255)], bits=2, interlaced=True)
        out += gif.control(25, gif.KEEP) + frame
    yield "gif-local-palettes.gif", out + gif.closing(), "3 interlaced frames, each with two different colors"
    out = gif.opening(64, 48, COLORS) + gif.control(0) + gif.frame(upright(), bits=3)
    out += gif.control(0, gif.KEEP) + gif.frame(_square(2), 24, 16, bits=3)
    yield "gif-no-delay-no-loop.gif", out + gif.closing(), "2 frames, delay 0, no loop extension"
    out = gif.opening(64, 48, COLORS) + gif.control(20) + gif.frame(upright(), bits=3)
    out += gif.control(20) + gif.frame(_square(4, 32), 50, 30, bits=3)
    yield "gif-frame-off-screen.gif", out + gif.closing(), "the second frame extends beyond the screen"
