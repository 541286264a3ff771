"""Land seen in perspective: a height field cast column by column, lit, and veiled by the air."""

import numpy as np

from color import rgb
from noise import smoothstep


class View:
    """A level camera `eye` above height 0, looking along +z, with the horizon at row `horizon`."""

    def __init__(self, canvas, horizon, eye=1.0, lens=1.3, near=0.8, far=120.0, steps=700):
        self.canvas, self.horizon, self.eye, self.lens = canvas, horizon, eye, lens
        self.depths = np.geomspace(near, far, steps).astype(np.float32)

    def land(self, height):
        """Casts `height(x, z)`; returns where each pixel hits it as (hit, x, z)."""
        canvas, depths = self.canvas, self.depths
        across = (canvas.u[0] - canvas.aspect / 2) / self.lens
        x = across[None, :] * depths[:, None]
        ground = height(x, depths[:, None] + np.zeros_like(x))
        rows = self.horizon + self.lens * (self.eye - ground) / depths[:, None]
        skyline = np.minimum.accumulate(rows, axis=0)
        wanted = canvas.v[:, 0]
        z = np.empty((canvas.height, canvas.width), np.float32)
        hit = np.empty((canvas.height, canvas.width), np.float32)
        soft = 0.7 / canvas.height
        for column in range(canvas.width):
            line = skyline[:, column]
            index = np.searchsorted(-line, -wanted)
            far = np.clip(index, 1, len(depths) - 1)
            before, after = line[far - 1], line[far]
            part = np.clip((before - wanted) / np.maximum(before - after, 1e-7), 0, 1)
            z[:, column] = depths[far - 1] + part * (depths[far] - depths[far - 1])
            hit[:, column] = np.clip((wanted - line[-1]) / soft + 0.5, 0, 1)
        return hit, across[None, :] * z, z


def normals(height, x, z, view, detail=1.2):
    """Unit normals of a height field; the step grows with distance, to match what one pixel can show."""
    step = np.maximum(detail * z / (view.lens * view.canvas.height), 1e-3)
    here = height(x, z)
    slope_x = (height(x + step, z) - here) / step
    slope_z = (height(x, z + step) - here) / step
    length = np.sqrt(slope_x**2 + slope_z**2 + 1)
    return -slope_x / length, 1 / length, -slope_z / length, here


def sunlight(normal, sun):
    """Cosine between the normals and the direction (x, y, z) to the sun."""
    sun = np.asarray(sun, np.float32) / np.linalg.norm(sun)
    return np.clip(normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2], 0, 1)


def shadow(height, x, z, sun, reach, steps=14, softness=0.12):
    """1 in the sun, 0 in the shadow that the land throws on itself."""
    sun = np.asarray(sun, np.float32) / np.linalg.norm(sun)
    base = height(x, z)
    clear = np.ones_like(base)
    for step in np.geomspace(reach / 40, reach, steps):
        above = base + sun[1] * step - height(x + sun[0] * step, z + sun[2] * step)
        clear = np.minimum(clear, smoothstep(-softness * step * 0.3, softness * step, above + 0.01 * reach))
    return clear


def air(z, density):
    """The share of haze in the color of an object at distance z."""
    return 1 - np.exp(-density * z)


def veil(color, haze_color, amount):
    """Colors seen through `amount` of haze. `haze_color` can be a picture, for a sky that is brighter toward the sun."""
    return color + (rgb(haze_color) - color) * np.asarray(amount, np.float32)[..., None]
