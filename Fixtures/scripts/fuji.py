"""The mountain itself, in kilometers, and its snow."""

import numpy as np

import terrain
from color import mix, rgb
from noise import fbm, ridged, smoothstep

DISTANCE = 20.0
SUMMIT = 3.75


class Fuji:
    """Seen from the north-east; `snow_line` in kilometers."""

    def __init__(self, canvas, horizon, at=0.5, lens=2.9, snow_line=2.2, seed=60):
        self.canvas, self.snow_line, self.seed = canvas, snow_line, seed
        self.x = (at - 0.5) * canvas.aspect * DISTANCE / lens
        self.view = terrain.View(canvas, horizon, eye=0.95, lens=lens, near=9, far=34, steps=520)

    def height(self, x, z):
        x, z = x - self.x, z - DISTANCE
        r = np.hypot(x, z)
        turn = np.arctan2(x, z)
        cone = SUMMIT * np.exp(-np.maximum(r - 0.32, 0) / 5.6)
        cone = np.minimum(cone, SUMMIT + 0.03 * fbm(x * 5, z * 5, 3, self.seed))
        # Gullies fan out from the summit: noise around the circle, stretched down the slope.
        gully = fbm(np.cos(turn) * 5.0 + 0.12 * r, np.sin(turn) * 5.0, 4, self.seed + 1)
        gully = gully + 0.5 * fbm(np.cos(turn) * 14 + 0.3 * r, np.sin(turn) * 14, 3, self.seed + 2)
        flank = smoothstep(0.3, 1.6, r) * smoothstep(9.0, 3.0, r)
        rough = 0.05 * flank * gully + 0.02 * flank * fbm(x * 2.2, z * 2.2, 5, self.seed + 3)
        hills = 0.32 * smoothstep(5.5, 9, r) * ridged(x * 0.22, z * 0.22, 5, self.seed + 4)
        return cone + rough + hills

    def paint(self, sun, light, shade, air_color, density=0.035, rock="#4b4a55", forest="#33473c", snow="#f7f5f4"):
        canvas, view = self.canvas, self.view
        hit, x, z = view.land(self.height)
        nx, ny, nz, high = terrain.normals(self.height, x, z, view, 1.6)
        lit = terrain.sunlight((nx * 1.6, ny, nz * 1.6), sun)
        r = np.hypot(x - self.x, z - DISTANCE)
        turn = np.arctan2(x - self.x, z - DISTANCE)
        fingers = fbm(np.cos(turn) * 9 + 0.1 * r, np.sin(turn) * 9, 5, self.seed + 6, gain=0.62)
        cover = smoothstep(-0.16, 0.16, high - self.snow_line + 0.34 * fingers - 0.9 * (1 - ny) + 0.25)
        trees = smoothstep(1.75, 1.15, high + 0.12 * fingers)
        ground = mix(rock, forest, trees) * (1 + 0.12 * fbm(x * 3, z * 3, 4, self.seed + 7))[..., None]
        surface = mix_pictures(ground, rgb(snow), cover)
        color = surface * (rgb(shade) + rgb(light) * (lit * 1.15)[..., None])
        low = np.exp(-np.maximum(high - 0.6, 0) / 0.75)
        fog = np.clip(terrain.air(z, density) * (0.55 + 0.75 * low), 0, 1)
        canvas.cover(terrain.veil(color, air_color, fog), hit)
        return hit


def mix_pictures(a, b, t):
    """Like `mix`, but for pictures that are already in linear light."""
    return a + (b - a) * t[..., None]


def wooded_shore(canvas, row, height, color, light, air_color, fog=0.4, roughness=1.0, seed=70, tilt=0.0, foot=None):
    """A far tree line over row `row`; it fades into its own mist down to the row `foot`."""
    u, v = canvas.u, canvas.v
    rise = 0.62 + 0.17 * fbm(u * 1.6, np.float32(seed), 3, seed) + tilt * (u / canvas.aspect - 0.5)
    edge = row - height * np.maximum(rise, 0.16)
    edge = edge - 0.0026 * roughness * fbm(u * 130, np.float32(seed + 3), 4, seed, gain=0.6)
    inside = smoothstep(-0.6 / canvas.height, 1.2 / canvas.height, v - edge) * (v < (foot or row))
    crowns = fbm(u * 42, v * 60, 5, seed + 1, gain=0.6)
    top = np.exp(-np.maximum(v - edge, 0) / 0.02)
    shade = np.clip(0.55 + 0.20 * crowns + 0.45 * top, 0.1, 1.4)
    tree = mix(color, light, np.clip(0.25 * crowns + 0.35 * top, 0, 1)) * shade[..., None]
    deeper = np.clip(fog + 0.35 * smoothstep(edge, row, v), 0, 1)
    canvas.cover(terrain.veil(tree, air_color, deeper), inside)
