"""Openverse image search."""

from replies import compact
from replies.flickr_photos import OWNERS, PARIS, POOLE

CODES = {4: ("by", "2.0"), 11: ("by", "4.0"), 12: ("by-sa", "4.0"), 7: ("pdm", "1.0"), 9: ("cc0", "1.0")}
API = "https://api.openverse.org/v1/images/"


def files():
    """Yields the name and text of each file."""
    found = [result(photo) for photo in PARIS + POOLE if photo.license in CODES]
    yield "search-page-1.json", compact(page(found[:4], 1, 3, 4, len(found)))
    yield "search-page-2.json", compact(page(found[4:8], 2, 3, 4, len(found)))
    yield "search-page-3.json", compact(page(found[8:], 3, 3, 4, len(found)))
    yield "search-empty.json", compact(page([], 1, 0, 20, 0))
    invalid = "Invalid input given for fields. 'license' -> License 'x' does not exist."
    yield "http-400.json", compact({"error": "InputError", "detail": invalid, "fields": ["license"]})
    yield "http-401.json", compact({"detail": "page_size must be 20 or less for unauthenticated requests."})
    yield "http-404.json", compact({"detail": "Not found."})
    yield "http-429.json", compact({"detail": "Request was throttled. Expected available in 3600 seconds."})


def page(results, number, pages, size, count):
    return {"result_count": count, "page_count": pages, "page_size": size, "page": number, "results": results}


def result(photo):
    code, version = CODES[photo.license]
    _, name, _ = OWNERS[photo.owner]
    identity = f"00000000-1111-4222-8333-{photo.number:012d}"
    words = {"cc0": "CC0 1.0", "pdm": "the Public Domain Mark 1.0"}.get(code, f"CC {code.upper()} {version}")
    kind = "publicdomain/zero" if code == "cc0" else "publicdomain/mark" if code == "pdm" else f"licenses/{code}"
    width, height = photo.edges(1024) if max(photo.width, photo.height) >= 1024 else (photo.width, photo.height)
    tags = [{"name": tag, "accuracy": None, "unstable__provider": "flickr"} for tag in photo.tags.split()]
    return {
        "id": identity,
        "title": photo.title,
        "indexed_on": "2026-01-01T00:00:00.000000Z",
        "foreign_landing_url": photo.page.rstrip("/"),
        "url": photo.url("_b"),
        "creator": name,
        "creator_url": photo.page.rsplit("/", 2)[0],
        "license": code,
        "license_version": version,
        "license_url": f"https://creativecommons.org/{kind}/{version}/",
        "provider": "flickr",
        "source": "flickr",
        "category": None,
        "filesize": None,
        "filetype": None,
        "tags": tags,
        "attribution": f'"{photo.title}" by {name} is licensed under {words}.',
        "fields_matched": ["title"],
        "mature": False,
        "height": height,
        "width": width,
        "thumbnail": f"{API}{identity}/thumb/",
        "detail_url": f"{API}{identity}/",
        "related_url": f"{API}{identity}/related/",
        "unstable__sensitivity": [],
    }
