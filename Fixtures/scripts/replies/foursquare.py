"""Foursquare, in the current and the old form."""

from replies import compact

# Id, name, category (hex id, old number, name), latitude, longitude, meters, address, locality, country.
VENUES = (
    (
        "4b00000000000000000000a1",
        "Quay Coffee",
        ("4bf58dd8d48988d1e0931735", 13035, "Coffee Shop"),
        50.7125,
        -1.9890,
        142,
        "1 The Quay",
        "Poole",
        "GB",
    ),
    (
        "4b00000000000000000000a2",
        "Stack View Point",
        ("4bf58dd8d48988d165941735", 16046, "Scenic Lookout"),
        50.6421,
        -1.9240,
        910,
        "",
        "Studland",
        "GB",
    ),
    (
        "4b00000000000000000000a3",
        "Café de l’Allée",
        ("4bf58dd8d48988d16d941735", 13034, "Café"),
        48.8561,
        2.2981,
        320,
        "7 allée des Essais",
        "Paris",
        "FR",
    ),
    (
        "4b00000000000000000000a4",
        "展望デッキ",
        ("4bf58dd8d48988d165941735", 16046, "Scenic Lookout"),
        35.5012,
        138.8019,
        25,
        "",
        "富士吉田市",
        "JP",
    ),
)
ICON = {"prefix": "https://ss3.4sqi.net/img/categories_v2/food/coffeeshop_", "suffix": ".png"}


def files():
    """Yields the name and text of each file."""
    yield "search-page-1.json", compact({"results": [current(venue) for venue in VENUES[:2]], "context": circle(22000)})
    yield "search-page-2.json", compact({"results": [current(venue) for venue in VENUES[2:]], "context": circle(22000)})
    closed = current(VENUES[0]) | {"date_closed": "2025-11-30", "unresolved_flags": ["closed"]}
    yield "search-closed-place.json", compact({"results": [closed], "context": circle(500)})
    yield "search-empty.json", compact({"results": [], "context": circle(500)})
    yield (
        "search-link-header.txt",
        '<https://places-api.foursquare.com/places/search?cursor=abc123&limit=2&ll=50.7%2C-1.98>; rel="next"\n',
    )
    yield "v3-search.json", compact({"results": [legacy(venue) for venue in VENUES], "context": circle(22000)})
    yield "v3-search-empty.json", compact({"results": [], "context": {}})
    messages = (
        ("401", "Invalid request token."),
        ("400", "Invalid parameter: radius"),
        ("429", "Rate limit or credits exhausted"),
    )
    for status, message in messages:
        yield f"http-{status}.json", compact({"message": message})


def circle(radius):
    return {"geo_bounds": {"circle": {"center": {"latitude": 50.7, "longitude": -1.98}, "radius": radius}}}


def address(venue):
    *_, street, locality, country = venue
    spelled = ", ".join(part for part in (street, locality) if part)
    return {
        key: value
        for key, value in (
            ("address", street),
            ("locality", locality),
            ("country", country),
            ("formatted_address", spelled),
        )
        if value
    }


def current(venue):
    number, name, (category, _, words), latitude, longitude, distance, *_ = venue
    kind = {"fsq_category_id": category, "name": words, "short_name": words, "plural_name": words + "s", "icon": ICON}
    return {
        "fsq_place_id": number,
        "latitude": latitude,
        "longitude": longitude,
        "categories": [kind],
        "date_created": "2012-04-01",
        "date_refreshed": "2026-08-20",
        "distance": distance,
        "extended_location": {},
        "link": f"/places/{number}",
        "location": address(venue),
        "name": name,
        "placemaker_url": f"https://foursquare.com/placemakers/review-place/{number}",
        "related_places": {},
        "social_media": {"twitter": ""},
        "tel": "01202 000000",
    }


def legacy(venue):
    number, name, (_, category, words), latitude, longitude, distance, *_ = venue
    where = {"latitude": latitude, "longitude": longitude}
    return {
        "fsq_id": number,
        "categories": [{"id": category, "name": words, "icon": ICON}],
        "chains": [],
        "closed_bucket": "LikelyOpen",
        "distance": distance,
        "geocodes": {"main": where, "roof": where},
        "link": f"/v3/places/{number}",
        "location": address(venue) | {"cross_street": ""},
        "name": name,
        "related_places": {},
        "timezone": "Europe/London",
    }
