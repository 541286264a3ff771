"""GPX files as devices write them: a watch, a phone, an old logger, and a program for planning routes."""

from math import cos, pi, sin

# A walk of three hours around the Eiffel Tower, a point every two minutes.
CENTER = (48.8584, 2.2945)
POINTS = 91


def files():
    """Yields the name, bytes and description of each file."""
    yield ("watch.gpx", watch(), "GPX 1.1 of a watch: heart rate and cadence in Garmin's extension, two tracks")
    yield "phone.gpx", phone(), "GPX 1.1 of a phone (OsmAnd): speed in an extension, fractions of a second"
    yield "logger.gpx", logger(), "GPX 1.0 of a logger: time before the position is known, two segments, a waypoint"
    yield "route.gpx", route(), "GPX 1.1 of a planned route: no track and no times"
    yield "bomb.gpx", bomb(), "entities that would expand to 3 GB"
    yield "cut.gpx", watch()[:4000], "the first 4,000 bytes of the watch's file"


def position(index, points=POINTS):
    """A point on a spiral around the center, up to 3 km away."""
    turn, radius = 4 * pi * index / points, 0.027 * (index + 1) / points
    return CENTER[0] + radius * cos(turn), CENTER[1] + radius * sin(turn) / cos(CENTER[0] * pi / 180)


def clock(index):
    """The time of a point: from 8 o'clock UTC on June 9, 2024."""
    return f"2024-06-09T{8 + index * 2 // 60:02}:{index * 2 % 60:02}:00"


def watch(points=POINTS):
    """Two tracks, morning and noon, with Garmin's TrackPointExtension."""
    tracks = []
    for name, indices in (("Morning", range(points // 2)), ("Noon", range(points // 2, points))):
        rows = "".join(
            f'   <trkpt lat="{position(at, points)[0]:.9f}" lon="{position(at, points)[1]:.9f}">\n'
            f"    <ele>{40 + at % 7}.2</ele>\n    <time>{clock(at % 480)}.000Z</time>\n    <extensions>\n"
            f"     <ns3:TrackPointExtension>\n      <ns3:atemp>21.0</ns3:atemp>\n      <ns3:hr>{90 + at % 40}</ns3:hr>\n"
            "      <ns3:cad>54</ns3:cad>\n     </ns3:TrackPointExtension>\n    </extensions>\n   </trkpt>\n"
            for at in indices
        )
        tracks.append(f" <trk>\n  <name>{name}</name>\n  <type>walking</type>\n  <trkseg>\n{rows}  </trkseg>\n </trk>\n")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<gpx creator="A watch" version="1.1"\n'
        ' xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"\n'
        ' xmlns="http://www.topografix.com/GPX/1/1">\n <metadata><time>2024-06-09T08:00:00.000Z</time></metadata>\n'
        f"{''.join(tracks)}</gpx>\n"
    ).encode()


def phone():
    """One track with speeds, as OsmAnd writes them."""
    rows = "".join(
        f'<trkpt lat="{position(at)[0]:.7f}" lon="{position(at)[1]:.7f}"><ele>41.7</ele><time>{clock(at)}Z</time>'
        "<hdop>3.2</hdop><extensions><osmand:speed>1.1</osmand:speed></extensions></trkpt>\n"
        for at in range(POINTS)
    )
    return (
        '<?xml version=\'1.0\' encoding=\'UTF-8\' standalone=\'yes\' ?>\n<gpx version="1.1" creator="A phone"'
        ' xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">\n'
        f"<trk><name>Walk &amp; see</name><trkseg>\n{rows}</trkseg></trk>\n</gpx>\n"
    ).encode()


def logger():
    """Two segments, with points without a position in between."""
    segments = []
    for indices in (range(40), range(50, POINTS)):
        rows = "".join(
            f'<trkpt lat="{position(at)[0]:.6f}" lon="{position(at)[1]:.6f}"><ele>40</ele><time>{clock(at)}Z</time>'
            "<course>12</course><speed>1.2</speed><fix>3d</fix><sat>7</sat></trkpt>\r\n"
            for at in indices
        )
        lost = f'<trkpt lat="0.000000" lon="0.000000"><time>{clock(indices[0])}Z</time><fix>none</fix></trkpt>\r\n'
        segments.append(f"<trkseg>\r\n{lost}{rows}</trkseg>\r\n")
    return (
        '\ufeff<?xml version="1.0"?>\r\n<gpx version="1.0" creator="A logger" xmlns="http://www.topografix.com/GPX/1/0">'
        f'\r\n<time>2024-06-09T08:00:00Z</time>\r\n<wpt lat="10" lon="10"><name>Home</name></wpt>\r\n<trk>\r\n'
        f"{''.join(segments)}</trk>\r\n</gpx>\r\n"
    ).encode()


def route():
    """A planned route without times."""
    rows = "".join(f'<rtept lat="{position(at)[0]:.5f}" lon="{position(at)[1]:.5f}"/>' for at in range(0, POINTS, 5))
    return f'<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><rte>{rows}</rte></gpx>\n'.encode()


def bomb():
    """The billion laughs attack on readers that expand entities."""
    entities = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 10))
    return f'<!DOCTYPE gpx [<!ENTITY e0 "lol">{entities}]><gpx><trk><name>&e9;</name></trk></gpx>\n'.encode()
