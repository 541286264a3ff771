"""Skies: gradients with a sun in them, clouds seen in perspective, stars."""

import numpy as np

from color import mix, ramp, rgb
from noise import fbm, smoothstep


def gradient(canvas, horizon, stops, bend=0.0, seed=1):
    """Fills the canvas with a sky; position 0 is the zenith, 1 the horizon, above 1 what lies below it."""
    t = canvas.v / horizon + bend * (canvas.u / canvas.aspect - 0.5)
    t = t + 0.012 * fbm(canvas.u * 1.1, canvas.v * 3.0, 3, seed)
    canvas.pixels[:] = ramp(t, stops)


def glow(canvas, u, v, color, strength=1.0, size=0.25, stretch=1.3):
    """Light scattered around a sun or a city: a bright core in a wide, weak halo."""
    d = canvas.distance(u, v, stretch)
    canvas.add(color, strength * (0.7 * np.exp(-((d / size) ** 1.3)) + 0.3 * np.exp(-d / (size * 2.2))))


def sun(canvas, u, v, radius, color="#fff6dc", strength=3.0):
    """The disc itself, softened by the air."""
    d = canvas.distance(u, v)
    canvas.add(color, strength * smoothstep(radius * 1.12, radius * 0.92, d))
    canvas.add(color, 0.35 * strength * np.exp(-d / (radius * 2.4)))


class Clouds:
    """A layer of cloud on a plane overhead. `cover` 0…1 is how much of the sky it hides."""

    def __init__(self, cover=0.4, size=1.0, stretch=1.0, softness=0.9, opacity=0.95, height=0.06, octaves=7, seed=3):
        self.cover, self.size, self.stretch, self.softness = cover, size, stretch, softness
        self.opacity, self.height, self.octaves, self.seed = opacity, height, octaves, seed

    def _field(self, x, y):
        warp_x = fbm(x * 0.6, y * 0.6, 3, self.seed + 40)
        warp_y = fbm(x * 0.6 + 9.1, y * 0.6, 3, self.seed + 50)
        return fbm(x + 0.45 * warp_x, y + 0.45 * warp_y, self.octaves, self.seed, gain=0.53)

    def paint(self, canvas, horizon, light, shade, sun_at, rim=None, fade=0.10):
        """`light` and `shade` are the colors toward and away from the sun, `rim` glows around thin edges near the sun."""
        rows = int(min(horizon, 1.0) * canvas.height)
        v, u = canvas.v[:rows], canvas.u
        lift = 1.0 / (horizon - v + self.height)
        x = (u - canvas.aspect / 2) * lift * self.size * 0.85 / self.stretch
        y = lift * self.size * 1.7 + np.zeros_like(x)
        field = self._field(x, y)
        threshold = 1.6 * (0.5 - self.cover) * 2
        density = smoothstep(threshold, threshold + self.softness, field)
        # Light comes through where the cloud thins out toward the sun.
        du, dv = sun_at[0] - u, sun_at[1] - v
        length = np.hypot(du, dv) + 0.15
        step = 0.22 * self.size
        ahead = self._field(x + step * du / length * 1.6, y + step * (-dv) / length * 1.6)
        lit = np.clip(0.55 + 0.45 * (field - ahead) - 0.22 * (field - threshold - self.softness / 2), 0, 1)
        near = np.exp(-np.hypot(du, dv) / 0.35)
        color = mix(shade, light, np.clip(lit + 0.25 * near, 0, 1))
        if rim is not None:
            thin = density * (1 - density) * 4
            color = color + rgb(rim) * (near * thin * 0.9)[..., None]
        alpha = density * self.opacity * smoothstep(0.0, fade, horizon - v)
        band = canvas.pixels[:rows]
        band += (color - band) * alpha[..., None]


def stars(canvas, horizon, count, seed=9, strength=1.0):
    """Points of light of many brightnesses and a few colors, fewer in the haze near the horizon."""
    random = np.random.default_rng(seed)
    plate = np.zeros_like(canvas.pixels)
    unit = canvas.height / 1000
    tints = np.array([rgb("#cfe0ff"), rgb("#ffffff"), rgb("#ffe6c4"), rgb("#f4f4ff")])
    for _ in range(count):
        u, v = random.random() * canvas.aspect, random.random() ** 1.2 * horizon
        power = 0.10 + 0.9 * random.random() ** 9
        tint = tints[random.integers(len(tints))]
        _dot(plate, u * canvas.height, v * canvas.height, (0.55 + 0.6 * power) * unit, tint * power)
    canvas.pixels += plate * (strength * smoothstep(0.0, 0.35, horizon - canvas.v))[..., None]


def _dot(plate, x, y, sigma, color):
    reach = int(3 * sigma) + 1
    left, top = int(x) - reach, int(y) - reach
    if left < 0 or top < 0 or left + 2 * reach >= plate.shape[1] or top + 2 * reach >= plate.shape[0]:
        return
    xs = np.arange(left, left + 2 * reach + 1) - x
    ys = np.arange(top, top + 2 * reach + 1) - y
    spot = np.exp(-(xs[None, :] ** 2 + ys[:, None] ** 2) / (2 * sigma * sigma))
    plate[top : top + 2 * reach + 1, left : left + 2 * reach + 1] += spot[..., None] * color * 1.6


def milky_way(canvas, horizon, center, angle, width, color, seed=12):
    """A band of faint light with dark lanes."""
    along = (canvas.u - center[0]) * np.cos(angle) + (canvas.v - center[1]) * np.sin(angle)
    across = -(canvas.u - center[0]) * np.sin(angle) + (canvas.v - center[1]) * np.cos(angle)
    across = across + 0.03 * fbm(along * 3, across * 3, 4, seed)
    band = np.exp(-((across / width) ** 2)) * (0.75 + 0.25 * fbm(along * 5, across * 8, 5, seed + 1))
    lanes = smoothstep(0.2, 1.3, fbm(along * 4, across * 9, 6, seed + 2)) * np.exp(-((across / (width * 0.6)) ** 2))
    canvas.add(color, np.clip(band * (1 - 0.75 * lanes), 0, 2) * smoothstep(0.0, 0.3, horizon - canvas.v))


def haze(canvas, horizon, color, thickness=0.08, strength=0.7, below=0.0, seed=21):
    """A bank of mist that hugs the line `horizon`."""
    drift = 1 + 0.25 * fbm(canvas.u * 1.6, canvas.v * 7, 5, seed)
    above = np.exp(-np.abs(canvas.v - horizon) / thickness)
    canvas.cover(color, np.clip(strength * above * drift, 0, 1) * np.where(canvas.v > horizon + below, 0.92, 1))
