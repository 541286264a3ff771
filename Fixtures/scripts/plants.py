"""Trees, blossom and grass, dabbed on leaf by leaf."""

import numpy as np

from color import srgb


def crown(sketch, random, center, size, palette, leaf, count, sun=(-0.6, -0.8), clumps=16):
    """A head of foliage: clumps in an ellipse, each lighter toward the sun; `palette` runs from dark to light."""
    (u, v), (width, height) = center, size
    turn, reach = random.random(clumps) * 2 * np.pi, np.sqrt(random.random(clumps)) * 0.72
    places = np.stack([np.cos(turn) * reach, np.sin(turn) * reach], 1)
    # Clumps toward the light are painted last, since they stand out.
    for x, y in sorted(places.tolist(), key=lambda place: -(place[0] * sun[0] + place[1] * sun[1])):
        spread = 0.26 + 0.16 * random.random()
        dabs = random.standard_normal((count // clumps, 2)) * spread * 0.62
        light = 0.5 + 0.42 * (dabs @ np.array(sun)) / spread + 0.30 * (x * sun[0] + y * sun[1])
        light = light + 0.12 * random.standard_normal(len(dabs))
        for (du, dv), shade in sorted(zip(dabs.tolist(), light.tolist(), strict=True), key=lambda pair: pair[1]):
            radius = leaf * (0.6 + 0.8 * random.random())
            sketch.disc(u + (x + du) * width / 2, v + (y + dv) * height / 2, radius, blend(palette, shade), 0.85)


def blend(palette, t):
    """A color of a dark-to-light palette as an sRGB triple."""
    t = min(max(t, 0.0), 1.0) * (len(palette) - 1)
    index = min(int(t), len(palette) - 2)
    low, high = srgb(palette[index]), srgb(palette[index + 1])
    return low + (high - low) * (t - index)


def branch(sketch, random, start, angle, length, width, color, depth, tips, droop=0.0):
    """A branching limb; the ends are collected in `tips`."""
    u, v = start
    points = [(u, v)]
    for _ in range(4):
        angle += random.normal(0, 0.13) + droop * np.cos(angle)
        u, v = u + np.cos(angle) * length / 4, v + np.sin(angle) * length / 4
        points.append((u, v))
    sketch.line(points, width, color)
    tips.extend(points[2:] if depth < 3 else points[4:])
    if depth == 0:
        return
    for _ in range(2 if depth < 4 else 3):
        turn = random.normal(0, 0.55)
        shrink = 0.66 + 0.16 * random.random()
        branch(sketch, random, (u, v), angle + turn, length * shrink, width * 0.62, color, depth - 1, tips, droop)


def blossom(sketch, random, tips, palette, petal, per_tip=14, spread=0.02, sun=(-0.5, -0.85)):
    """Flowers around the ends of branches."""
    dabs = []
    for u, v in tips:
        offsets = random.standard_normal((per_tip, 2)) * spread
        light = 0.52 + 0.30 * (offsets @ np.array(sun)) / spread + 0.16 * random.standard_normal(per_tip)
        dabs += [(shade, u + du, v + dv) for (du, dv), shade in zip(offsets.tolist(), light.tolist(), strict=True)]
    for shade, u, v in sorted(dabs):
        sketch.disc(u, v, petal * (0.55 + 0.8 * random.random()), blend(palette, shade))


def conifer(sketch, random, u, foot, height, palette, light=-1):
    """A fir: tiers of hanging twigs, lit from one side."""
    sketch.line([(u, foot), (u, foot - height * 0.9)], height * 0.02, palette[0])
    tiers = int(14 + height * 40)
    for tier in range(tiers):
        t = tier / tiers
        v = foot - height * (0.06 + 0.94 * t)
        reach = height * 0.25 * (1 - t) ** 0.9 * (0.75 + 0.5 * random.random())
        for side in (-1, 1):
            shade = 0.30 + 0.42 * (side == light) + 0.2 * random.random()
            tip = (u + side * reach, v + reach * 0.42)
            sketch.polygon([(u, v - height * 0.035), tip, (u, v + height * 0.02)], blend(palette, shade))
    sketch.polygon(
        [
            (u - height * 0.008, foot - height * 0.9),
            (u, foot - height * 1.02),
            (u + height * 0.008, foot - height * 0.9),
        ],
        palette[1],
    )
