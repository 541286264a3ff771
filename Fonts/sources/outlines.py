"""Audits of the outlines in the built font: the requirements of rasterizers, hinters and type designers."""

import math

from fontTools.pens.recordingPen import DecomposingRecordingPen

SHORTEST = 3.0  # units; a shorter piece is an artifact of construction
EXTREMUM_SLACK = 1.5  # the maximum bulge of a curve beyond its ends; rounding takes one unit
PIECES = 6  # the number of straight pieces per curve in the search for crossings
SMOOTH, TURN = 4.5, 12.0  # degrees; turns between these should be smooth, and smaller ones come from rounding


def contours(glyph_set, name):
    """The contours of a glyph: lists of segments, each a tuple of points (2: a line, 3: a quadratic curve)."""
    pen = DecomposingRecordingPen(glyph_set)
    glyph_set[name].draw(pen)
    result, at, start = [], None, None
    for operator, points in pen.value:
        if operator == "moveTo":
            at = start = points[0]
            result.append([])
        elif operator == "lineTo":
            result[-1].append((at, points[0]))
            at = points[0]
        elif operator == "qCurveTo":
            for control, end in _quadratics(points):
                result[-1].append((at, control, end))
                at = end
        elif operator == "closePath" and at != start:
            result[-1].append((at, start))
    return result


def _quadratics(points):
    *controls, last = points
    for index, control in enumerate(controls):
        following = controls[index + 1] if index + 1 < len(controls) else None
        end = last if following is None else ((control[0] + following[0]) / 2, (control[1] + following[1]) / 2)
        yield control, end


def faults_of_outline(glyph_set, name):
    """The faults in the outline of a glyph, as sentences."""
    paths = contours(glyph_set, name)
    polygons = [_flattened(path) for path in paths]
    yield from _short_segments(paths)
    yield from _missing_extrema(paths)
    yield from _kinks(paths)
    yield from _crossings(polygons)
    yield from _directions(polygons)


def _length(segment):
    return math.dist(segment[0], segment[-1])


def _short_segments(paths):
    for path in paths:
        for segment in path:
            if _length(segment) < SHORTEST:
                yield f"a segment of {_length(segment):.1f} units at {segment[0]}"


def _missing_extrema(paths):
    for path in paths:
        for segment in path:
            if len(segment) != 3:
                continue
            for axis in (0, 1):
                a, b, c = (point[axis] for point in segment)
                t = (a - b) / (a - 2 * b + c) if a - 2 * b + c else 0
                if 0 < t < 1:
                    bulge = (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
                    beyond = max(bulge - max(a, c), min(a, c) - bulge)
                    if beyond > EXTREMUM_SLACK:
                        yield f"no point at the extremum between {segment[0]} and {segment[2]} ({beyond:.1f} units)"


def _kinks(paths):
    """Corners at curves that are so flat that they should be smooth."""
    for path in paths:
        for before, after in zip(path, path[1:] + path[:1]):
            if len(before) == len(after) == 2 or min(_length(before), _length(after)) < 12:
                continue
            turn = abs(_angle(before[-2], before[-1]) - _angle(after[0], after[1]))
            turn = min(turn, 360 - turn)
            if SMOOTH < turn < TURN:
                yield f"a kink of {turn:.0f} degrees at {after[0]}"


def _angle(a, b):
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _flattened(path):
    points = []
    for segment in path:
        if len(segment) == 2:
            points.append(segment[0])
            continue
        a, b, c = segment
        for step in range(PIECES):
            t = step / PIECES
            points.append(tuple((1 - t) ** 2 * a[k] + 2 * t * (1 - t) * b[k] + t * t * c[k] for k in (0, 1)))
    return points


def _crossings(polygons):
    edges = []
    for index, points in enumerate(polygons):
        count = len(points)
        for k in range(count):
            a, b = points[k], points[(k + 1) % count]
            edges.append((min(a[0], b[0]), max(a[0], b[0]), a, b, index, k, count))
    edges.sort(key=lambda edge: edge[0])
    for i, (_, right, a, b, contour, k, count) in enumerate(edges):
        for left, _, c, d, other, m, _ in edges[i + 1 :]:
            if left > right:
                break
            neighbors = contour == other and (abs(k - m) in (1, count - 1))
            if not neighbors and _cross(a, b, c, d):
                yield f"the outline crosses itself near ({(a[0] + b[0]) / 2:.0f}, {(a[1] + b[1]) / 2:.0f})"
                return


def _side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _cross(a, b, c, d):
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _area(points):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1])) / 2


def _inside(point, points):
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        if (y0 <= y) != (y1 <= y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            inside = not inside
    return inside


def _directions(polygons):
    """TrueType fills the area to the right of a contour: outer contours run clockwise, inner ones counterclockwise."""
    for index, points in enumerate(polygons):
        depth = sum(_inside(points[0], other) for j, other in enumerate(polygons) if j != index)
        area = _area(points)
        if abs(area) < 100:
            yield f"a contour with almost no area at {points[0]}"
        elif (area < 0) != (depth % 2 == 0):
            yield f"a contour in the wrong direction at {points[0]}"
