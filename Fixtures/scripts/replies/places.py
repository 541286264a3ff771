"""Foursquare, in its current and its old form, and Nominatim."""

from replies import compact, too_many_requests

# Id, name, category (hex id, old number, name), latitude, longitude, metres, address, locality, country.
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
LICENCE = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"


def foursquare():
    """Name and text, one a file."""
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


def nominatim():
    """Name and text, one a file."""
    poole = place(
        1,
        ("relation", 1000001),
        (50.7180000, -1.9830000),
        ("boundary", "administrative", "town"),
        "Poole",
        "Poole, Dorset, England, United Kingdom",
        (50.68, 50.79, -2.05, -1.89),
        {
            "town": "Poole",
            "county": "Dorset",
            "ISO3166-2-lvl6": "GB-DOR",
            "state": "England",
            "ISO3166-2-lvl4": "GB-ENG",
            "country": "United Kingdom",
            "country_code": "gb",
        },
        16,
        0.55,
    )
    tower = place(
        2,
        ("way", 2000001),
        (48.8584000, 2.2945000),
        ("man_made", "tower", "man_made"),
        "Tour Eiffel",
        "Tour Eiffel, Paris, Île-de-France, France",
        (48.8574, 48.8591, 2.2933, 2.2957),
        {
            "man_made": "Tour Eiffel",
            "city": "Paris",
            "state": "Île-de-France",
            "country": "France",
            "country_code": "fr",
        },
        30,
        0.79,
    )
    fuji = place(
        3,
        ("node", 3000001),
        (35.5013000, 138.8016000),
        ("tourism", "viewpoint", "tourism"),
        "展望デッキ",
        "展望デッキ, 富士吉田市, 山梨県, 日本",
        (35.5012, 35.5014, 138.8015, 138.8017),
        {"tourism": "展望デッキ", "city": "富士吉田市", "province": "山梨県", "country": "日本", "country_code": "jp"},
        30,
        0.12,
    )
    postcode = place(
        4,
        None,
        (50.7110000, -1.9890000),
        ("place", "postcode", "postcode"),
        "BH15",
        "BH15, Dorset, England, United Kingdom",
        (50.70, 50.73, -2.00, -1.97),
        {"postcode": "BH15", "country": "United Kingdom", "country_code": "gb"},
        25,
        0.10,
    )
    quay = place(
        5,
        ("way", 2000002),
        (50.7125000, -1.9890000),
        ("highway", "pedestrian", "road"),
        "The Quay",
        "The Quay, Poole, Dorset, England, BH15, United Kingdom",
        (50.7119, 50.7130, -1.9905, -1.9870),
        {
            "road": "The Quay",
            "town": "Poole",
            "county": "Dorset",
            "state": "England",
            "postcode": "BH15",
            "country": "United Kingdom",
            "country_code": "gb",
        },
        26,
        0.05,
    )
    yield "search-poole.json", compact([poole, postcode])
    yield "search-tower.json", compact([tower])
    yield "search-fuji.json", compact([fuji])
    yield "search-empty.json", compact([])
    yield "reverse.json", compact(quay)
    yield "reverse-at-sea.json", compact({"error": "Unable to geocode"})
    yield "http-400.json", compact({"error": {"code": 400, "message": "Parameter 'lat' missing."}})
    yield "http-403.html", too_many_requests("nginx").replace("429 Too Many Requests", "403 Forbidden")
    yield "http-429.html", too_many_requests("nginx")


def place(number, element, where, kind, name, spelled, box, parts, rank, importance):
    result = {"place_id": 100000000 + number, "licence": LICENCE}
    if element:
        result |= {"osm_type": element[0], "osm_id": element[1]}
    return result | {
        "lat": f"{where[0]:.7f}",
        "lon": f"{where[1]:.7f}",
        "category": kind[0],
        "type": kind[1],
        "place_rank": rank,
        "importance": importance,
        "addresstype": kind[2],
        "name": name,
        "display_name": spelled,
        "address": parts,
        "boundingbox": [f"{edge:.7f}" for edge in box],
    }
