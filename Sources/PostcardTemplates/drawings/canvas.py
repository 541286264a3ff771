"""A canvas for flat drawings: paths in SVG notation, drawn at six times the size and scaled down, because Pillow
draws at whole pixels without smooth edges."""

import math
import re

from PIL import Image, ImageChops, ImageDraw, ImageFilter

SCALE = 6
INK = "#22303c"


class Canvas:
    """Coordinates are in pixels of the result; `at` moves, rotates and scales drawings until its `with` ends."""

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
        if fill is not None:
            box = self.box(contours, 0)
            mask, draw, moved = layer(contours, box)
            for contour in moved:
                if len(contour) > 2:
                    draw.polygon(contour, fill=255)
            self.paint(mask, box, fill, clip, opacity)
        if line is not None:
            pen = max(1, round(width * self.unit))
            box = self.box(contours, pen)
            mask, draw, moved = layer(contours, box)
            for contour in moved:
                stroke(draw, contour, pen)
            self.paint(mask, box, line, clip, opacity)

    def box(self, contours, pen):
        """The part of the picture that contours and a pen along them can cover."""
        xs = [x for contour in contours for x, _ in contour]
        ys = [y for contour in contours for _, y in contour]
        return (
            max(0, math.floor(min(xs) - pen)), max(0, math.floor(min(ys) - pen)),
            min(self.image.width, math.ceil(max(xs) + pen) + 2), min(self.image.height, math.ceil(max(ys) + pen) + 2))

    def paint(self, mask, box, color, clip=None, opacity=255):
        if box[2] <= box[0] or box[3] <= box[1]:
            return
        if clip is not None:
            mask = ImageChops.multiply(mask, clip.crop(box))
        if opacity < 255:
            mask = mask.point(lambda value: value * opacity // 255)
        self.image.paste(color, box, mask)

    def mask(self, d):
        """The coverage of a path, for clipping others."""
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
        """A background with a gradient between two colors, from the top of the picture to `height`."""
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
        small = mask.resize((mask.width // 24, mask.height // 24)).filter(ImageFilter.GaussianBlur(reach / 72))
        self.paint(small.resize(mask.size, Image.Resampling.BILINEAR), (0, 0) + mask.size, color)

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


def layer(contours, box):
    """An empty mask of a part of the picture, an object that draws on it, and the contours in its coordinates."""
    mask = Image.new("L", (max(0, box[2] - box[0]), max(0, box[3] - box[1])), 0)
    moved = [[(x - box[0], y - box[1]) for x, y in contour] for contour in contours]
    return mask, ImageDraw.Draw(mask), moved


def stroke(draw, points, pen):
    """A line of constant width with round ends and corners: a quadrilateral for each segment, a polygon for each point."""
    reach = pen / 2
    for (x, y), (u, v) in zip(points, points[1:]):
        length = math.hypot(u - x, v - y)
        if length == 0:
            continue
        p, q = (v - y) / length * reach, (x - u) / length * reach
        draw.polygon([(x + p, y + q), (u + p, v + q), (u - p, v - q), (x - p, y - q)], fill=255)
    corners = [(math.cos(math.tau * step / 48) * reach, math.sin(math.tau * step / 48) * reach) for step in range(48)]
    for x, y in points:
        draw.polygon([(x + p, y + q) for p, q in corners], fill=255)


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
    """The contours of a path with absolute M, L, Q, C and Z, as lists of points."""
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
