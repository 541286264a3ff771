"""Wikimedia Commons through the MediaWiki Action API."""

from hashlib import md5

from replies import compact

USAGE = "See https://commons.wikimedia.org/w/api.php for API usage."

# Page id, title, width, height, bytes, latitude, longitude, license, artist, taken.
FILES = (
    (
        90000001,
        "Chalk stacks at noon.jpg",
        2400,
        1600,
        812345,
        50.6427,
        -1.9236,
        ("cc-by-sa-4.0", "CC BY-SA 4.0", "by-sa/4.0"),
        "Example Rambler",
        "2025-06-21 12:31:06",
    ),
    (
        90000002,
        "Boats in the harbour.jpg",
        2400,
        1600,
        640210,
        50.6506,
        -1.9362,
        ("cc-by-4.0", "CC BY 4.0", "by/4.0"),
        "Example Sailor",
        "2025-06-23",
    ),
    (90000003, "Light in the squall.jpg", 800, 533, 90210, 50.6372, -1.9301, ("cc0", "CC0", None), "", "circa 2024"),
    (
        90000004,
        "Chart of the bay.pdf",
        2480,
        3508,
        2480000,
        50.6400,
        -1.9300,
        ("pd", "Public domain", None),
        "Unknown",
        "",
    ),
)


def address(title, width=None):
    name = title.replace(" ", "_")
    digest = md5(name.encode()).hexdigest()
    folder = f"{digest[0]}/{digest[:2]}/{name}"
    base = "https://upload.wikimedia.org/wikipedia/commons/"
    return f"{base}thumb/{folder}/{width}px-{name}" if width else base + folder


def page(row, index, details=True, coordinates=True):
    number, title, width, height, size, latitude, longitude, license, artist, taken = row
    result = {"pageid": number, "ns": 6, "title": f"File:{title}", "index": index, "imagerepository": "local"}
    if details:
        small = width <= 960
        result["imageinfo"] = [
            {
                "size": size,
                "width": width,
                "height": height,
                "thumburl": address(title) if small else address(title, 960),
                "thumbwidth": min(width, 960),
                "thumbheight": height if small else round(960 * height / width),
                "responsiveUrls": {} if small else {"2": address(title, 1920)},
                "url": address(title),
                "descriptionurl": "https://commons.wikimedia.org/wiki/File:" + title.replace(" ", "_"),
                "descriptionshorturl": f"https://commons.wikimedia.org/w/index.php?curid={number}",
                "mime": "application/pdf" if title.endswith("pdf") else "image/jpeg",
                "extmetadata": metadata(license, artist, taken),
            }
        ]
    if coordinates:
        result["coordinates"] = [
            {"lat": latitude, "lon": longitude, "primary": True, "globe": "earth", "dist": 100.0 * index + 142.3}
        ]
    return result


def metadata(license, artist, taken):
    code, name, path = license
    fields = {
        "LicenseShortName": {"value": name, "source": "commons-desc-page", "hidden": ""},
        "License": {"value": code, "source": "commons-templates", "hidden": ""},
        "AttributionRequired": {"value": "true" if path else "false", "source": "commons-desc-page", "hidden": ""},
    }
    if path:
        fields["LicenseUrl"] = {
            "value": f"https://creativecommons.org/licenses/{path}",
            "source": "commons-desc-page",
            "hidden": "",
        }
    if artist:
        link = (
            f'<a href="//commons.wikimedia.org/wiki/User:{artist.replace(" ", "_")}" title="User:{artist}">{artist}</a>'
        )
        fields["Artist"] = {"value": link, "source": "commons-desc-page"}
    if taken:
        fields["DateTimeOriginal"] = {"value": taken, "source": "commons-desc-page"}
    return fields | {
        "ImageDescription": {"value": "A walk by the <i>sea</i> &amp; back", "source": "commons-desc-page"}
    }


def files():
    """Yields the name and text of each file."""
    more = {"iicontinue": "Light_in_the_squall.jpg|20241202160115", "continue": "||"}
    first = [page(FILES[0], -1), page(FILES[1], 0), page(FILES[2], 1, details=False), page(FILES[3], 2, details=False)]
    last = [page(FILES[2], 1, coordinates=False), page(FILES[3], 2, coordinates=False)]
    yield "search-continues.json", compact({"continue": more, "query": {"pages": first}})
    yield "search-last-batch.json", compact({"batchcomplete": True, "query": {"pages": last}})
    yield (
        "search-one-batch.json",
        compact({"batchcomplete": True, "query": {"pages": [page(row, i - 1) for i, row in enumerate(FILES)]}}),
    )
    yield "search-empty.json", compact({"batchcomplete": True})
    yield "list-empty.json", compact({"batchcomplete": True, "query": {"geosearch": []}})
    rows = [
        {
            "pageid": row[0],
            "ns": 6,
            "title": f"File:{row[1]}",
            "lat": row[5],
            "lon": row[6],
            "dist": 98.1 + 44 * index,
            "primary": True,
        }
        for index, row in enumerate(FILES)
    ]
    yield "list.json", compact({"batchcomplete": True, "query": {"geosearch": rows}})
    old = {str(row[0]): page(row, index - 1) | {"imagerepository": "local"} for index, row in enumerate(FILES[:2])}
    for entry in old.values():
        entry["coordinates"][0]["primary"] = ""
    yield "search-format-version-1.json", compact({"batchcomplete": "", "query": {"pages": old}})
    warning = 'The value "900" for parameter "ggslimit" must be between 1 and 500.'
    clamped = {
        "batchcomplete": True,
        "warnings": {"geosearch": {"warnings": warning}},
        "query": {"pages": [page(FILES[0], -1)]},
    }
    yield "search-with-warning.json", compact(clamped)
    yield from errors()


def errors():
    limits = {"min": 10, "curmax": 10000, "max": 10000, "highmax": 10000}
    lag = {"host": "db1234", "lag": 7.2, "type": "db"}
    table = (
        ("radius", "outofrange", 'The value "20000" for parameter "ggsradius" must be between 10 and 10,000.', limits),
        ("coordinate", "invalid-coord", "Invalid coordinate provided", {}),
        ("box", "toobig", "Bounding box is too big", {}),
        ("maxlag", "maxlag", "Waiting for db1234: 7.2 seconds lagged.", lag),
        ("rate", "ratelimited", "You've exceeded your rate limit. Please wait some time and try again.", {}),
        ("readonly", "readonly", "The wiki is currently in read-only mode.", {}),
    )
    for name, code, info, extra in table:
        error = {"code": code, "info": info} | extra | {"docref": USAGE}
        yield f"error-{name}.json", compact({"error": error, "servedby": "mw-api-ext.example"})
    yield (
        "http-403.txt",
        "Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119.\n",
    )
    yield "http-429.txt", "You are making too many requests. Please see https://w.wiki/GHai and retry later.\n"
