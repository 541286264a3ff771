"""Flickr: photo search around three places, details, sizes, licenses, the public feed."""

from replies import compact, flickr_failures
from replies.flickr_photos import FUJI, OWNERS, PARIS, POOLE

LICENSES = (
    (
        0,
        "All Rights Reserved",
        "https://www.flickrhelp.com/hc/en-us/articles/10710266545556-Using-Flickr-images-shared-by-other-members",
    ),
    (4, "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0/"),
    (6, "CC BY-ND 2.0", "https://creativecommons.org/licenses/by-nd/2.0/"),
    (3, "CC BY-NC-ND 2.0", "https://creativecommons.org/licenses/by-nc-nd/2.0/"),
    (2, "CC BY-NC 2.0", "https://creativecommons.org/licenses/by-nc/2.0/"),
    (1, "CC BY-NC-SA 2.0", "https://creativecommons.org/licenses/by-nc-sa/2.0/"),
    (5, "CC BY-SA 2.0", "https://creativecommons.org/licenses/by-sa/2.0/"),
    (7, "No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
    (8, "United States Government Work", "https://www.usa.gov/government-copyright"),
    (9, "Public Domain Dedication (CC0)", "https://creativecommons.org/publicdomain/zero/1.0/"),
    (10, "Public Domain Mark", "https://creativecommons.org/publicdomain/mark/1.0/"),
    (11, "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    (12, "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    (13, "CC BY-ND 4.0", "https://creativecommons.org/licenses/by-nd/4.0/"),
    (14, "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
    (15, "CC BY-NC-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"),
    (16, "CC BY-NC-ND 4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0/"),
)


def record(photo):
    """A search result with the usual extras, in today's types."""
    nsid, name, alias = OWNERS[photo.owner]
    posted = 1750000000 + photo.number * 3600
    unknown = photo.taken.startswith("0000")
    result = {
        "id": photo.id,
        "owner": nsid,
        "secret": photo.secret,
        "server": "65535",
        "farm": 66,
        "title": photo.title,
        "ispublic": 1,
        "isfriend": 0,
        "isfamily": 0,
        "license": str(photo.license),
        "description": {"_content": f"<i>{photo.title}</i>, taken on a walk" if photo.title else ""},
        "dateupload": str(posted),
        "lastupdate": str(posted + 60),
        "datetaken": photo.taken,
        "datetakengranularity": 8 if unknown else 0,
        "datetakenunknown": "1" if unknown else "0",
        "ownername": name,
        "tags": photo.tags,
        "views": str(photo.number * 7),
        "media": "photo",
        "media_status": "ready",
        "pathalias": alias,
    } | location(photo)
    for extra, suffix, edge, _ in photo.sizes():
        width, height = photo.edges(edge)
        result |= {f"url_{extra}": photo.url(suffix), f"height_{extra}": height, f"width_{extra}": width}
    if photo.license == 0:
        result["upgrade_sizes"] = ["h", "k", "o"]
    return result


def location(photo):
    if photo.place is None:
        return {"latitude": 0, "longitude": 0, "accuracy": 0, "context": 0}
    latitude, longitude = (f"{value:.6f}" for value in photo.place)
    return {
        "latitude": latitude,
        "longitude": longitude,
        "accuracy": "16",
        "context": 0,
        "place_id": "",
        "woeid": "0",
        "geo_is_public": 1,
        "geo_is_contact": 0,
        "geo_is_friend": 0,
        "geo_is_family": 0,
    }


def page(photos, number=1, pages=1, per_page=250, total=None):
    counts = {"page": number, "pages": pages, "perpage": per_page, "total": len(photos) if total is None else total}
    return {"photos": counts | {"photo": [record(photo) for photo in photos]}, "stat": "ok"}


def files():
    """Yields the name and text of each file."""
    for number in (1, 2, 3):
        part = PARIS[4 * number - 4 : 4 * number]
        yield f"search-page-{number}.json", compact(page(part, number, 3, 4, len(PARIS)))
    yield "search-page-2-with-repeats.json", compact(page(PARIS[3:7], 2, 3, 4, len(PARIS)))
    yield "search-fuji.json", compact(page(FUJI))
    yield "search-poole.json", compact(page(POOLE))
    yield "search-past-the-cap.json", compact(page(PARIS[:4], 17, 25017, 250, 6254203))
    yield "search-old-types.json", old_types()
    yield "search-empty.json", compact(page((), 1, 0))
    old = {"photos": {"page": 1, "pages": "0", "perpage": 100, "total": "0", "photo": []}, "stat": "ok"}
    yield "search-empty-old-types.json", compact(old)
    yield (
        "search-empty-blank-total.json",
        compact({"photos": {"page": 1, "pages": None, "perpage": 100, "total": "", "photo": []}, "stat": "ok"}),
    )
    yield "search-wrapped.js", f"jsonFlickrApi({compact(page(POOLE[:1]))})"
    yield "search-wrapped-by-name.js", f"showPhotos({compact(page(POOLE[:1]))})"
    yield "search-trailing-comma.json", compact(page(POOLE[:1]))[:-1] + ",}"
    yield "search-cut.json", compact(page(POOLE[:2]))[:900]
    yield "pictures.json", compact({photo.id: f"travel/{photo.picture}.jpg" for photo in PARIS + FUJI + POOLE})
    yield from details()
    yield from flickr_failures.files()


def old_types():
    """A response as in about 2013: numbers and strings mixed, slashes escaped, plain http, the farm in the host."""
    photo = POOLE[0]
    result = record(photo) | {
        "latitude": photo.place[0],
        "longitude": photo.place[1],
        "accuracy": "11",
        "license": 4,
        "farm": 9,
        "views": 12,
    }
    for key in [key for key in result if key.startswith("url_")]:
        result[key] = result[key].replace("https://live.", "http://farm9.").replace("/65535/", "/8191/")
        result[f"width_{key[4:]}"] = str(result[f"width_{key[4:]}"])
    result["server"] = "8191"
    text = compact({"photos": {"page": 1, "pages": "1", "perpage": 100, "total": "1", "photo": [result]}, "stat": "ok"})
    return text.replace("/", "\\/")


def details():
    yield "info.json", compact(info(POOLE[3], "0"))
    yield "info-without-location.json", compact(info(POOLE[5], "0"))
    yield "sizes.json", compact(sizes(POOLE[3]))
    yield "sizes-reserved.json", compact(sizes(PARIS[2]))
    names = [{"id": str(number), "name": name, "url": url} for number, name, url in LICENSES]
    yield "licenses.json", compact({"licenses": {"license": names}, "stat": "ok"})
    yield "feed.json", compact(feed(POOLE[:5], "2026-09-01T10:00:00Z"))
    yield "feed-empty.json", compact(feed((), "1970-01-01T00:00:00Z"))


def info(photo, safety):
    nsid, name, alias = OWNERS[photo.owner]
    posted = str(1750000000 + photo.number * 3600)
    tags = [
        {
            "id": f"1-{photo.id}-{index}",
            "author": nsid,
            "authorname": name,
            "raw": tag.title(),
            "_content": tag,
            "machine_tag": 0,
        }
        for index, tag in enumerate(photo.tags.split())
    ]
    detail = {
        "id": photo.id,
        "secret": photo.secret,
        "server": "65535",
        "farm": 66,
        "dateuploaded": posted,
        "isfavorite": 0,
        "license": str(photo.license),
        "safety_level": safety,
        "rotation": 0,
        "owner": {
            "nsid": nsid,
            "username": name,
            "realname": "",
            "location": "",
            "iconserver": "65535",
            "iconfarm": 66,
            "path_alias": alias,
        },
        "title": {"_content": photo.title},
        "description": {"_content": "Looking <b>west</b>"},
        "visibility": {"ispublic": 1, "isfriend": 0, "isfamily": 0},
        "dates": {
            "posted": posted,
            "taken": photo.taken,
            "takengranularity": 0,
            "takenunknown": "0",
            "lastupdate": posted,
        },
        "views": "128",
        "editability": {"cancomment": 0, "canaddmeta": 0},
        "publiceditability": {"cancomment": 1, "canaddmeta": 0},
        "usage": {"candownload": 1, "canblog": 0, "canprint": 0, "canshare": 1},
        "comments": {"_content": "2"},
        "notes": {"note": []},
        "people": {"haspeople": 0},
        "tags": {"tag": tags},
    }
    if photo.place:
        detail |= whereabouts(photo)
    return {
        "photo": detail | {"urls": {"url": [{"type": "photopage", "_content": photo.page}]}, "media": "photo"},
        "stat": "ok",
    }


def whereabouts(photo):
    names = {"locality": "Poole", "county": "Dorset", "region": "England", "country": "United Kingdom"}
    latitude, longitude = (f"{value:.6f}" for value in photo.place)
    where = {"latitude": latitude, "longitude": longitude, "accuracy": "16", "context": "0"}
    where |= {key: {"_content": value} for key, value in names.items()}
    return {"location": where, "geoperms": {"ispublic": 1, "iscontact": 0, "isfriend": 0, "isfamily": 0}}


def sizes(photo):
    rows = []
    for index, (_, suffix, edge, label) in enumerate(photo.sizes()):
        width, height = photo.edges(edge)
        # The real service mixes numbers and strings within one response.
        width, height = (width, height) if index % 2 else (str(width), str(height))
        address = f"{photo.page}sizes/{suffix[1:] or 'm'}/"
        rows.append(
            {
                "label": label,
                "width": width,
                "height": height,
                "source": photo.url(suffix),
                "url": address,
                "media": "photo",
            }
        )
    return {"sizes": {"canblog": 0, "canprint": 0, "candownload": int(photo.license != 0), "size": rows}, "stat": "ok"}


def feed(photos, modified):
    items = []
    for photo in photos:
        nsid, name, _ = OWNERS[photo.owner]
        items.append(
            {
                "title": photo.title,
                "link": photo.page,
                "media": {"m": photo.url("_m")},
                "date_taken": photo.taken.replace(" ", "T") + "-08:00",
                "description": f"<p>{photo.title}</p>",
                "published": "2026-08-31T06:13:20Z",
                "author": f'nobody@flickr.com ("{name}")',
                "author_id": nsid,
                "tags": photo.tags,
            }
        )
    return {
        "title": "Recent Uploads tagged dorset",
        "link": "https://www.flickr.com/photos/tags/dorset/",
        "description": "",
        "modified": modified,
        "generator": "https://www.flickr.com",
        "items": items,
    }
