"""The small pictures in the format fixtures."""

from functools import cache

import numpy as np
from PIL import Image

RED, GREEN, BLUE, YELLOW = (220, 40, 40), (40, 160, 70), (40, 80, 200), (240, 210, 50)
PAPER, INK = (238, 236, 230), (30, 30, 34)
CORNER = 16


@cache
def upright():
    """64 × 48: an F on paper; corners red, green (top), blue, yellow (bottom), 16 pixels square each."""
    pixels = np.empty((48, 64, 3), np.uint8)
    pixels[:] = PAPER
    pixels[:CORNER, :CORNER], pixels[:CORNER, -CORNER:] = RED, GREEN
    pixels[-CORNER:, :CORNER], pixels[-CORNER:, -CORNER:] = BLUE, YELLOW
    pixels[8:40, 24:30] = INK
    pixels[8:14, 24:44] = INK
    pixels[20:26, 24:38] = INK
    return Image.fromarray(pixels)


@cache
def view(width=160, height=107):
    """A small drawing with gradients, edges and saturated colors."""
    from scenes.fuji_views import gate_at_sunset

    return gate_at_sunset(width, height)


@cache
def alpha_view(width=96, height=64):
    """The view in a soft-edged oval, transparent outside."""
    x = (np.arange(width) + 0.5) / width * 2 - 1
    y = (np.arange(height) + 0.5) / height * 2 - 1
    alpha = np.clip((1.02 - np.hypot(x[None, :], y[:, None])) * 4, 0, 1)
    picture = np.dstack([np.asarray(view(width, height)), (alpha * 255 + 0.5).astype(np.uint8)])
    return Image.fromarray(picture)


def ramp(width, height, levels):
    """Integers 0 ..< levels rising to the right, each row shifted a little."""
    x, y = np.arange(width)[None, :], np.arange(height)[:, None]
    return ((x * levels // width + y * levels // (height * 4)) % levels).astype(np.uint32)


def palette_of(colors):
    """RGB triples at even steps of hue and lightness."""
    t = np.arange(colors) / max(colors - 1, 1)
    turns = np.stack([0.5 + 0.5 * np.cos(2 * np.pi * (t * 0.9 + shift)) for shift in (0.0, 0.33, 0.67)], axis=1)
    return np.round((0.25 + 0.75 * t[:, None]) * turns * 255).astype(np.uint8)
