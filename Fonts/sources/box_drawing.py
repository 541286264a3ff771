"""The box drawing characters U+2500 to U+257F, drawn from their Unicode names.

A name lists the arms of a character and their weights: DOWN LIGHT AND RIGHT HEAVY, or LIGHT LEFT AND HEAVY RIGHT. Arms reach beyond
the advance, so that neighbors overlap and no seam shows between them.
"""

import unicodedata

from .geometry import Shape, box, rounded, stroke, union
from .metrics import CAP_HEIGHT, JOINT

BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
WIDTH, TOP, BOTTOM = 500, CAP_HEIGHT + 70, -70
MIDDLE, AXIS = WIDTH / 2, CAP_HEIGHT / 2
LINE = 68  # each line of a double one, and the white between them
THICKNESS = {"LIGHT": 92, "SINGLE": 92, "HEAVY": 160, "DOUBLE": 3 * LINE}
ARMS = {
    **{arm: (arm,) for arm in ("LEFT", "RIGHT", "UP", "DOWN")},
    "HORIZONTAL": ("LEFT", "RIGHT"),
    "VERTICAL": ("UP", "DOWN"),
}
DASHES = {"DOUBLE": 2, "TRIPLE": 3, "QUADRUPLE": 4}
DASH_GAP = 64  # at least half of it is inside an outline
ARC_RADIUS = 190


def arms_of(words):
    """The weight of each arm that the words of a name list."""
    arms, weight, waiting = {}, None, []
    for word in words:
        if word in THICKNESS and (weight or not waiting):
            weight = word  # of all arms that follow
        elif word in THICKNESS:
            arms.update(dict.fromkeys(waiting, word))
            waiting = []
        elif word in ARMS and weight:
            arms.update(dict.fromkeys(ARMS[word], weight))
        elif word in ARMS:
            waiting += ARMS[word]
    return arms


def _arm(arm, half, inward):
    """One arm, as far as `inward` beyond the center."""
    return {
        "LEFT": box(-JOINT, AXIS - half, MIDDLE + inward, AXIS + half),
        "RIGHT": box(MIDDLE - inward, AXIS - half, WIDTH + JOINT, AXIS + half),
        "UP": box(MIDDLE - half, AXIS - inward, MIDDLE + half, TOP),
        "DOWN": box(MIDDLE - half, BOTTOM, MIDDLE + half, AXIS + inward),
    }[arm]


def _crossed(arms, arm):
    """The weights of the arms at right angles to one."""
    return [weight for other, weight in arms.items() if (other in ARMS["VERTICAL"]) != (arm in ARMS["VERTICAL"])]


def junction(arms):
    """Arms that meet in the center. Double arms are a thick one without the white between its lines."""
    solid, white, single = Shape(), Shape(), Shape()
    for arm, weight in arms.items():
        across = _crossed(arms, arm)
        inward = max((THICKNESS[other] / 2 for other in across), default=10)
        shape = _arm(arm, THICKNESS[weight] / 2, inward)
        if weight != "DOUBLE":
            single |= shape
            continue
        solid |= shape
        white |= _arm(arm, LINE / 2, LINE / 2 if "DOUBLE" in across or not across else 0)
    return (solid - white) | single


def dashes(weight, parts, is_vertical):
    length, half = (TOP - BOTTOM if is_vertical else WIDTH) / parts, THICKNESS[weight] / 2
    starts = [(BOTTOM if is_vertical else 0) + k * length + DASH_GAP / 2 for k in range(parts)]
    ends = [start + length - DASH_GAP for start in starts]
    if is_vertical:
        return union(*(box(MIDDLE - half, start, MIDDLE + half, end) for start, end in zip(starts, ends)))
    return union(*(box(start, AXIS - half, end, AXIS + half) for start, end in zip(starts, ends)))


def arc(words):
    half = THICKNESS["LIGHT"] / 2
    outer, inner = (ARC_RADIUS, ARC_RADIUS), (ARC_RADIUS - 2 * half, ARC_RADIUS - 2 * half)
    # It joins the right arm and the lower one. The others are its mirror images.
    shape = rounded(MIDDLE - half, BOTTOM, WIDTH + JOINT, AXIS + half, tl=outer)
    shape -= rounded(MIDDLE + half, BOTTOM - 1, WIDTH + JOINT + 1, AXIS - half, tl=inner)
    shape = shape.mirrored(WIDTH) if "LEFT" in words else shape
    return shape.flipped(CAP_HEIGHT) if "UP" in words else shape


def diagonal(words):
    width = THICKNESS["LIGHT"] * 1.2
    rising = stroke((-width / 2, BOTTOM), (WIDTH - width / 2, TOP), width)
    if "CROSS" in words:
        return rising | rising.mirrored(WIDTH)
    return rising if "RIGHT TO LOWER" in " ".join(words) else rising.mirrored(WIDTH)


def drawing(character):
    words = unicodedata.name(character).removeprefix("BOX DRAWINGS ").split()
    if "DASH" in words:
        return dashes(words[0], DASHES[words[1]], "VERTICAL" in words)
    if "ARC" in words:
        return arc(words)
    return diagonal(words) if "DIAGONAL" in words else junction(arms_of(words))


def add_box_drawing(glyphs):
    for character in BOX_DRAWING:
        shape = drawing(character)
        left, _, right, _ = shape.bounds
        glyphs.add(character, shape, left, WIDTH - right)
