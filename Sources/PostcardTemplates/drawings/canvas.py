"""A canvas for flat drawings: paths in SVG's notation, drawn three times as large and scaled down."""

import math
import re

from PIL import Image, ImageChops, ImageDraw, ImageFilter

SCALE = 3
INK = "#22303c"


class Canvas:
    """Coordinates are in pixels of the result; `at` moves, turns and scales what is drawn until its `with` ends."""

    def __init__(self, width, height, color):
        self.size = (width, height)
        self.image = Image.new("RGB", (width * SCALE, height * SCALE), color)
        self.transforms = [(1, 0, 0, 1, 0, 0)]

    def at(self, x, y, scale=1, angle=0, flip=False):
        return Placed(self, x, y, scale, angle, flip)

    def place(self, x, y):
        a, b, c, d, e, f = self.transforms[-1]
        return ((a * x + c * y + e) * SCALE, (b * x + d * y + f) * SCALE)

    @property
    def unit(self):
        a, b, c, d, _, _ = self.transforms[-1]
        return math.sqrt(abs(a * d - b * c)) * SCALE

    def path(self, d, fill=None, line=None, width=7, clip=None, opacity=255):
        contours = [[self.place(x, y) for x, y in contour] for contour in flatten(d)]
        self.contours(contours, fill, line, width, clip, opacity)

    def contours(self, contours, fill, line, width, clip, opacity):
        mask = Image.new("L", self.image.size, 0)
        draw = ImageDraw.Draw(mask)
        if fill is not None:
            for contour in contours:
                if len(contour) > 2:
                    draw.polygon(contour, fill=255)
            self.paint(mask, fill, clip, opacity)
        if line is not None:
            mask = Image.new("L", self.image.size, 0)
            draw = ImageDraw.Draw(mask)
            pen = max(1, round(width * self.unit))
            for contour in contours:
                stroke(draw, contour, pen)
            self.paint(mask, line, clip, opacity)

    def paint(self, mask, color, clip=None, opacity=255):
        if clip is not None:
            mask = ImageChops.multiply(mask, clip)
        if opacity < 255:
            mask = mask.point(lambda value: value * opacity // 255)
        box = mask.getbbox()
        if box:
            self.image.paste(color, box, mask.crop(box))

    def mask(self, d):
        """What a path covers, to clip others with."""
        mask = Image.new("L", self.image.size, 0)
        draw = ImageDraw.Draw(mask)
        for contour in flatten(d):
            draw.polygon([self.place(x, y) for x, y in contour], fill=255)
        return mask

    def circle(self, x, y, radius, fill=None, line=None, width=7, **more):
        self.path(ellipse(x, y, radius, radius), fill, line, width, **more)

    def ellipse(self, x, y, rx, ry, fill=None, line=None, width=7, **more):
        self.path(ellipse(x, y, rx, ry), fill, line, width, **more)

    def rect(self, x, y, width, height, radius=0, fill=None, line=None, pen=7, **more):
        self.path(rounded(x, y, width, height, radius), fill, line, pen, **more)

    def polyline(self, points, line=INK, width=7, **more):
        d = "M " + " L ".join(f"{x} {y}" for x, y in points)
        self.path(d, None, line, width, **more)

    def sky(self, top, bottom, height=None):
        """A ground that goes from one colour to another, from the top of the picture to `height`."""
        height = height or self.size[1]
        column = Image.linear_gradient("L").resize((1, height * SCALE))
        band = Image.composite(Image.new("RGB", column.size, bottom), Image.new("RGB", column.size, top), column)
        self.image.paste(band.resize((self.size[0] * SCALE, height * SCALE)), (0, 0))

    def glow(self, x, y, radius, color, opacity=160):
        mask = Image.new("L", self.image.size, 0)
        center = self.place(x, y)
        reach = radius * self.unit
        ImageDraw.Draw(mask).ellipse(
            [center[0] - reach * 0.6, center[1] - reach * 0.6, center[0] + reach * 0.6, center[1] + reach * 0.6],
            fill=opacity)
        small = mask.resize((mask.width // 12, mask.height // 12)).filter(ImageFilter.GaussianBlur(reach / 36))
        self.paint(small.resize(mask.size, Image.Resampling.BILINEAR), color)

    def save(self, path, quality=82):
        self.image.resize(self.size, Image.Resampling.BOX).save(path, "WEBP", quality=quality, method=6)


class Placed:
    def __init__(self, canvas, x, y, scale, angle, flip):
        self.canvas = canvas
        turn = math.radians(angle)
        across = -scale if flip else scale
        self.own = (
            math.cos(turn) * across, math.sin(turn) * across, -math.sin(turn) * scale, math.cos(turn) * scale, x, y)

    def __enter__(self):
        a, b, c, d, e, f = self.canvas.transforms[-1]
        p, q, r, s, t, u = self.own
        self.canvas.transforms.append(
            (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f))
        return self.canvas

    def __exit__(self, *_):
        self.canvas.transforms.pop()


def stroke(draw, points, pen):
    draw.line(points, fill=255, width=pen)
    for x, y in points:
        draw.ellipse([x - pen / 2, y - pen / 2, x + pen / 2, y + pen / 2], fill=255)


def ellipse(x, y, rx, ry):
    k = 0.5523
    return (
        f"M {x - rx} {y} C {x - rx} {y - k * ry} {x - k * rx} {y - ry} {x} {y - ry} "
        f"C {x + k * rx} {y - ry} {x + rx} {y - k * ry} {x + rx} {y} "
        f"C {x + rx} {y + k * ry} {x + k * rx} {y + ry} {x} {y + ry} "
        f"C {x - k * rx} {y + ry} {x - rx} {y + k * ry} {x - rx} {y} Z")


def rounded(x, y, width, height, r):
    right, bottom = x + width, y + height
    return (
        f"M {x + r} {y} L {right - r} {y} Q {right} {y} {right} {y + r} L {right} {bottom - r} "
        f"Q {right} {bottom} {right - r} {bottom} L {x + r} {bottom} Q {x} {bottom} {x} {bottom - r} "
        f"L {x} {y + r} Q {x} {y} {x + r} {y} Z")


def flatten(d):
    """Contours of a path of absolute M, L, Q, C and Z as lists of points."""
    tokens = re.findall(r"[MLQCZ]|-?[\d.]+(?:e-?\d+)?", d)
    contours, at, index, verb = [], (0, 0), 0, None

    def take(count):
        nonlocal index
        values = [float(token) for token in tokens[index:index + 2 * count]]
        index += 2 * count
        return list(zip(values[::2], values[1::2]))

    while index < len(tokens):
        if tokens[index] in "MLQCZ":
            verb = tokens[index]
            index += 1
        if verb == "Z":
            contours[-1].append(contours[-1][0])
        elif verb == "M":
            at = take(1)[0]
            contours.append([at])
            verb = "L"
        else:
            points = take({"L": 1, "Q": 2, "C": 3}[verb])
            contours[-1] += bezier([at] + points)
            at = points[-1]
    return contours


def bezier(points):
    if len(points) == 2:
        return points[1:]
    result = []
    for step in range(1, 25):
        level, t = points, step / 24
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(level, level[1:])]
        result.append(level[0])
    return result
