"""Chalk cliffs, a lighthouse, sailing boats."""

import numpy as np

from color import mix
from noise import fbm, noise, smoothstep
from plants import blend


def chalk(
    canvas, center, half, top, foot, sun=-1, light="#fbf6ea", shade="#8f9bb0", cap="#6d8a45", seed=110, ragged=1.0
):
    """A stack or headland of chalk: level beds, upright cracks, turf on top, lit from the left (-1) or right (1)."""
    u, v = canvas.u, canvas.v
    height = foot - top
    side = (
        noise(v * 26 / max(ragged, 0.2), np.float32(seed), seed) * 0.10
        + noise(v * 70, np.float32(seed + 2), seed) * 0.03
    )
    reach = half * (1.0 + 0.16 * np.clip((v - top) / height, 0, 1) ** 2 + ragged * side)
    crown = top + ragged * 0.012 * fbm(u * 16, np.float32(seed), 4, seed) + 0.05 * height * ((u - center) / half) ** 2
    inside = smoothstep(1.2, -1.2, (np.abs(u - center) - reach) * canvas.height) * smoothstep(
        -1.2, 1.2, (v - crown) * canvas.height
    )
    inside = inside * (v < foot)
    around = (u - center) / np.maximum(reach, 1e-3)
    cracks = fbm(u * 46, v * 9, 5, seed + 1, gain=0.6)
    ahead = fbm((u + 0.008 * sun) * 46, v * 9 - 0.03, 5, seed + 1, gain=0.6)
    beds = fbm(u * 3, v * 120 + 1.5 * noise(u * 4, v * 2, seed), 3, seed + 2)
    lit = 0.50 + 0.36 * sun * around + 0.42 * (cracks - ahead) + 0.08 * beds
    lit = lit - 0.30 * smoothstep(0.9, 2.2, cracks)
    color = mix(shade, light, np.clip(lit, 0, 1))
    stain = smoothstep(0.5, 1.6, fbm(u * 12, v * 5, 4, seed + 5)) * 0.25
    color = color + (np.array([0.32, 0.27, 0.16], np.float32) - color) * stain[..., None]
    wet = smoothstep(foot - 0.10 * height, foot, v + 0.01 * cracks)
    color = color * (1 - 0.55 * wet)[..., None]
    turf = smoothstep(0.030, 0.012, (v - crown) - 0.010 * fbm(u * 30, np.float32(seed + 7), 4, seed))
    grass = mix(cap, "#a9b765", np.clip(0.5 + 0.25 * fbm(u * 60, v * 90, 4, seed + 8), 0, 1))
    color = color + (grass * np.float32(0.8) - color) * (turf * (half > 0.05))[..., None]
    canvas.cover(color, inside)


def lighthouse(sketch, u, foot, height, sun=-1):
    """A white tower with a gallery and a lantern."""
    base, neck = height * 0.115, height * 0.072
    slices = 24
    for index in range(slices):
        x, y = -1 + 2 * index / slices, -1 + 2 * (index + 1) / slices
        tone = 0.55 + 0.5 * np.sin(np.clip((x + y) / 2 * sun, -1, 1) * np.pi / 2)
        sketch.polygon(
            [
                (u + x * base, foot),
                (u + y * base, foot),
                (u + y * neck, foot - height * 0.78),
                (u + x * neck, foot - height * 0.78),
            ],
            blend(("#6f7a8c", "#c8ccd0", "#fbf8f0"), tone),
        )
    for level in (0.20, 0.40, 0.60):
        sketch.box(
            u - height * 0.016, foot - height * (level + 0.05), u + height * 0.016, foot - height * level, "#39414d"
        )
    sketch.box(u - neck * 1.5, foot - height * 0.80, u + neck * 1.5, foot - height * 0.775, "#3c4048")
    for x in np.linspace(-1.45, 1.45, 13):
        sketch.line(
            [(u + x * neck, foot - height * 0.83), (u + x * neck, foot - height * 0.80)], height * 0.004, "#2d3138"
        )
    sketch.line(
        [(u - 1.47 * neck, foot - height * 0.83), (u + 1.47 * neck, foot - height * 0.83)], height * 0.005, "#2d3138"
    )
    sketch.box(u - neck * 0.72, foot - height * 0.91, u + neck * 0.72, foot - height * 0.80, "#ffe2a0")
    for x in (-0.72, -0.24, 0.24, 0.72):
        sketch.line(
            [(u + x * neck, foot - height * 0.91), (u + x * neck, foot - height * 0.80)], height * 0.006, "#2d3138"
        )
    turns = np.linspace(0, np.pi, 20)
    dome = [(u + neck * 0.9 * np.cos(t), foot - height * 0.91 - height * 0.055 * np.sin(t)) for t in turns]
    sketch.polygon(dome, "#8e2f2a")
    sketch.line([(u, foot - height * 0.96), (u, foot - height)], height * 0.006, "#2d3138")


def cottage(sketch, u, foot, width, roof="#5d5a5c"):
    """The keeper's house."""
    tall = width * 0.34
    sketch.box(u, foot - tall, u + width, foot, "#d9d6ce")
    sketch.box(u, foot - tall, u + width * 0.4, foot, "#efece3")
    sketch.polygon(
        [
            (u - width * 0.03, foot - tall),
            (u + width * 0.10, foot - tall * 1.75),
            (u + width * 0.90, foot - tall * 1.75),
            (u + width * 1.03, foot - tall),
        ],
        roof,
    )
    for x in (0.12, 0.34, 0.60, 0.82):
        sketch.box(u + width * x, foot - tall * 0.70, u + width * (x + 0.07), foot - tall * 0.30, "#4a525c")
    for x in (0.16, 0.78):
        sketch.box(u + width * x, foot - tall * 2.15, u + width * (x + 0.06), foot - tall * 1.6, "#8c6a58")


def beam(canvas, u, v, angle, spread, color, strength):
    """A lighthouse beam in damp air."""
    along = (canvas.u - u) * np.cos(angle) + (canvas.v - v) * np.sin(angle)
    across = -(canvas.u - u) * np.sin(angle) + (canvas.v - v) * np.cos(angle)
    width = 0.004 + np.maximum(along, 0) * spread
    ray = np.exp(-((across / width) ** 2)) * smoothstep(0.0, 0.02, along) * np.exp(-np.maximum(along, 0) * 1.1)
    canvas.add(color, strength * ray * (1 + 0.15 * fbm(canvas.u * 5, canvas.v * 8, 4, 66)))


def yacht(sketch, u, foot, size, hull="#f3efe6", trim="#2c4a6e", sail=None, way=1):
    """A sailing boat of length `size`, under sail or lying at anchor with its boom stowed."""

    def at(*points):
        """Converts boat lengths, measured forward and up from the water line amidships, to points on the canvas."""
        return [(u + way * x * size, foot - y * size) for x, y in points]

    sketch.polygon(at((-0.46, 0.093), (0.54, 0.125), (0.40, 0), (-0.40, 0)), hull)
    sketch.polygon(at((-0.43, 0.028), (0.43, 0.030), (0.40, 0), (-0.40, 0)), trim)
    sketch.line(at((-0.46, 0.095), (0.54, 0.125)), size * 0.014, trim)
    sketch.polygon(at((-0.20, 0.105), (-0.16, 0.165), (0.14, 0.160), (0.22, 0.105)), "#e4e2da")
    for x in (-0.08, 0.0, 0.08):
        sketch.polygon(at((x - 0.022, 0.125), (x - 0.022, 0.145), (x + 0.022, 0.145), (x + 0.022, 0.125)), "#33414f")
    if sail:
        sketch.polygon(at((0.048, 1.255), (0.04, 0.215), (-0.43, 0.225), (-0.20, 0.655)), sail)
        sketch.polygon(at((0.075, 1.105), (0.12, 0.185), (0.54, 0.125)), blend((sail, "#ffffff"), 0.35))
    else:
        sketch.line(at((0.06, 0.225), (-0.38, 0.220)), size * 0.035, trim)
    sketch.line(at((0.06, 0.105), (0.06, 1.285)), size * 0.014, "#7c7468")
    for end in (0.54, -0.46):
        sketch.line(at((0.06, 1.285), (end, 0.105)), size * 0.0035, "#6d6a66")
    sketch.line(at((-0.01, 0.865), (0.13, 0.865)), size * 0.006, "#7c7468")
