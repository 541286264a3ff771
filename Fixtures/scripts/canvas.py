"""A canvas of linear light, measured in picture heights, with a final development as in a darkroom."""

import numpy as np
from PIL import Image, ImageDraw
from scipy.ndimage import gaussian_filter, zoom

from color import decode, encode, rgb, srgb
from noise import noise


class Canvas:
    """`u` runs from 0 to `aspect`, `v` from 0 at the top to 1, so scenes are independent of their size in pixels."""

    def __init__(self, width, height):
        self.width, self.height, self.aspect = width, height, width / height
        self.pixels = np.zeros((height, width, 3), np.float32)
        self.u = ((np.arange(width, dtype=np.float32) + 0.5) / height)[None, :]
        self.v = ((np.arange(height, dtype=np.float32) + 0.5) / height)[:, None]

    def cover(self, color, mask):
        """Covers the canvas with a color, or a picture of colors, where `mask` is 1."""
        self.pixels += (rgb(color) - self.pixels) * np.asarray(mask, np.float32)[..., None]

    def add(self, color, amount):
        """Adds light."""
        self.pixels += rgb(color) * np.asarray(amount, np.float32)[..., None]

    def scale(self, factor):
        """Multiplies the brightness by a field."""
        self.pixels *= np.asarray(factor, np.float32)[..., None]

    def blurred(self, field, radius):
        """A field or a picture blurred by a Gaussian whose sigma is `radius` picture heights."""
        sigma = radius * self.height
        sigmas = (sigma, sigma) + (0,) * (field.ndim - 2)
        if sigma < 8:
            return gaussian_filter(field, sigmas, mode="nearest", truncate=3)
        step = max(2, int(sigma / 4))
        small = _reduce(field, step)
        small = gaussian_filter(small, [s / step for s in sigmas], mode="nearest", truncate=3)
        return _enlarge(small, field.shape)

    def distance(self, u, v, stretch=1.0):
        """Distance from a point; `stretch` > 1 makes the equal-distance rings wide."""
        return np.hypot((self.u - u) / stretch, self.v - v)

    def finished(self, bloom=0.12, bloom_at=0.7, vignette=0.25, grain=0.006, exposure=1.0, seed=0):
        """The picture as 8-bit sRGB: halation, a soft shoulder instead of clipping, vignette, a little grain."""
        light = self.pixels * exposure
        if bloom:
            bright = np.clip(light - bloom_at, 0, 4)
            light = light + bloom * (self.blurred(bright, 0.008) + 0.7 * self.blurred(bright, 0.05))
        if vignette:
            reach = np.hypot((self.u / self.aspect - 0.5) * 1.15, (self.v - 0.5)) / 0.76
            light = light * (1 - vignette * reach**2.6)[..., None]
        shoulder = np.where(light > 0.75, 0.75 + 0.25 * np.tanh((light - 0.75) / 0.36), light)
        coded = encode(shoulder)
        if grain:
            fine = max(500, self.height * 0.42)
            coded = coded + grain * noise(self.u * fine, self.v * fine, 77 + seed)[..., None] * (1.1 - coded)
        dither = np.random.default_rng(seed).random(coded.shape[:2], np.float32)[..., None]
        return Image.fromarray(np.clip(coded * 255 + dither, 0, 255).astype(np.uint8))


class Sketch:
    """Shapes drawn at three times the size and scaled down: smooth edges, one color per shape, in drawing order."""

    def __init__(self, canvas, background="#808080", detail=3):
        self.canvas, self.detail, self.scale = canvas, detail, canvas.height * detail
        size = (canvas.width * detail, canvas.height * detail)
        self.coverage = Image.new("L", size, 0)
        self.color = Image.new("RGB", size, tuple(int(c * 255) for c in srgb(background)))
        self._coverage, self._color = ImageDraw.Draw(self.coverage), ImageDraw.Draw(self.color)

    def polygon(self, points, color="#808080"):
        points = [(u * self.scale, v * self.scale) for u, v in points]
        self._coverage.polygon(points, fill=255)
        self._color.polygon(points, fill=_bytes(color))

    def line(self, points, width, color="#808080"):
        points = [(u * self.scale, v * self.scale) for u, v in points]
        pixels = max(1, round(width * self.scale))
        self._coverage.line(points, fill=255, width=pixels, joint="curve")
        self._color.line(points, fill=_bytes(color), width=pixels, joint="curve")

    def disc(self, u, v, radius, color="#808080", flat=1.0):
        box = [(u - radius) * self.scale, (v - radius * flat) * self.scale]
        box += [(u + radius) * self.scale, (v + radius * flat) * self.scale]
        self._coverage.ellipse(box, fill=255)
        self._color.ellipse(box, fill=_bytes(color))

    def box(self, left, top, right, bottom, color="#808080"):
        self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], color)

    def mask(self):
        return np.asarray(self.coverage.reduce(self.detail), np.float32) / 255

    def colors(self):
        """Linear light; meaningful where the mask is not 0."""
        return decode(np.asarray(self.color.reduce(self.detail), np.float32) / 255)

    def paint(self, opacity=1.0, blur=0.0, light=None):
        """Puts the drawing on its canvas, out of focus by `blur` heights, its colors multiplied by the field `light`."""
        mask, colors = self.mask(), self.colors()
        if light is not None:
            colors = colors * np.asarray(light, np.float32)[..., None]
        if blur:
            premultiplied = self.canvas.blurred(colors * mask[..., None], blur)
            mask = self.canvas.blurred(mask, blur)
            colors = premultiplied / np.maximum(mask, 1e-4)[..., None]
        self.canvas.cover(colors, mask * opacity)
        return mask


def _bytes(color):
    triple = srgb(color) if isinstance(color, str) else np.asarray(color)
    return tuple(int(c) for c in np.clip(triple * 255 + 0.5, 0, 255))


def _reduce(field, step):
    height, width = field.shape[:2]
    padded = np.pad(field, [(0, -height % step), (0, -width % step)] + [(0, 0)] * (field.ndim - 2), mode="edge")
    shape = (padded.shape[0] // step, step, padded.shape[1] // step, step) + field.shape[2:]
    return padded.reshape(shape).mean(axis=(1, 3))


def _enlarge(small, shape):
    factors = [shape[0] / small.shape[0], shape[1] / small.shape[1]] + [1] * (len(shape) - 2)
    return zoom(small, factors, order=1, grid_mode=True, mode="nearest")[: shape[0], : shape[1]]
