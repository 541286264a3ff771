"""Water that mirrors the picture above it."""

import numpy as np
from scipy.ndimage import map_coordinates

from color import rgb
from noise import fbm, noise, smoothstep


def reflect(canvas, shore, deep, calm=0.5, depth=0.5, seed=31, where=None, tint=None, squeeze=1.0, eye=0.06):
    """Fills everything below row `shore` (or the mask `where`) with water.

    `calm` 1 is a mirror, 0 a breeze; `deep` is the water's own color, which shows where one looks down into it;
    `depth` is how much of it shows at the bottom edge; `squeeze` > 1 shortens the reflection.
    """
    first = int(shore * canvas.height)
    v, u = canvas.v[first:], canvas.u
    below = np.maximum(v - shore, 0.5 / canvas.height)
    lift = eye / below
    x = (u - canvas.aspect / 2) * lift * 14
    z = lift * 14 + np.zeros_like(x)
    ripple = _waves(x, z, below, canvas, seed)
    rough = (1 - calm) * (0.015 + 0.16 * np.sqrt(below))
    rows = shore - below * squeeze + rough * ripple[0] * 0.55
    columns = u + rough * ripple[1] * 0.30
    rows = np.where(rows > shore, 2 * shore - rows, rows)
    mirror = _sample(canvas, columns, rows)
    grazing = np.exp(-below / (0.9 - 0.6 * depth))
    see = np.clip(grazing * (0.96 - 0.22 * (1 - calm) * np.clip(ripple[0], -1.5, 1.5)), 0.06, 0.98)
    if tint is not None:
        mirror = mirror * rgb(tint)
    water = rgb(deep) + (mirror - rgb(deep)) * see[..., None]
    if where is None:
        canvas.pixels[first:] = water
    else:
        canvas.pixels[first:] += (water - canvas.pixels[first:]) * where[first:][..., None]


def _waves(x, z, below, canvas, seed):
    # Far waves are smaller than a pixel: fade them out, or they turn into noise.
    total = [0.0, 0.0]
    for octave, scale in enumerate((0.28, 0.6, 1.3, 2.8, 6.0)):
        pixel = (1 / canvas.height) * (z / np.maximum(below, 1e-4)) * scale
        keep = smoothstep(2.2, 0.3, pixel) * 0.66**octave
        total[0] = total[0] + keep * noise(x * scale * 0.55, z * scale, seed + octave)
        total[1] = total[1] + keep * noise(x * scale * 0.55 + 40, z * scale + 17, seed + octave)
    return total


def _sample(canvas, columns, rows):
    top = np.broadcast_to(rows, np.broadcast_shapes(rows.shape, columns.shape)) * canvas.height - 0.5
    left = np.broadcast_to(columns, top.shape) * canvas.height - 0.5
    channels = [
        map_coordinates(canvas.pixels[..., c], [top, left], order=1, mode="mirror", output=np.float32) for c in range(3)
    ]
    return np.stack(channels, axis=-1)


def stand(sketch, foot, seed=5, strength=0.85):
    """Draws the reflection of an object in the water below its foot, then the object."""
    canvas, (mask, colors) = sketch.canvas, (sketch.mask(), sketch.colors())
    rows = int(round(foot * canvas.height))
    depth = min(canvas.height - rows, rows)
    v = canvas.v[rows : rows + depth, 0]
    wave = noise(np.float32(seed), 4 / (v - foot + 0.05), seed) * canvas.height * 0.05 * (v - foot + 0.03)
    for row in range(depth):
        source, shift = rows - 1 - row, int(wave[row])
        strip = np.roll(mask[source], shift) * strength * (1 - 0.6 * row / depth)
        ink = np.roll(colors[source], shift, axis=0) * 0.8
        canvas.pixels[rows + row] += (ink - canvas.pixels[rows + row]) * strip[:, None]
    sketch.paint()


def glitter(canvas, shore, u, color, width=0.10, strength=1.0, seed=35, spread=0.35):
    """The path of broken light below a low sun."""
    first = int(shore * canvas.height)
    below = np.maximum(canvas.v[first:] - shore, 1e-3)
    path = np.exp(-(((canvas.u - u) / (width + spread * below)) ** 2))
    lift = 0.9 / (below + 0.02)
    sparks = fbm((canvas.u - u) * lift * 1.5, lift * 7, 5, seed, gain=0.75)
    light = path * smoothstep(0.35, 1.9, sparks + 0.55 * path)
    band = canvas.pixels[first:]
    band += rgb(color) * (strength * light)[..., None]


def surf(canvas, where, color="#f4f7f4", seed=38):
    """Foam on the mask `where`."""
    lace = smoothstep(0.1, 1.3, fbm(canvas.u * 26, canvas.v * 60, 5, seed) + 1.6 * (where - 0.5))
    canvas.cover(color, np.clip(lace * where, 0, 1))
