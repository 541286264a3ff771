"""Nominatim, the place search of OpenStreetMap."""

from dataclasses import dataclass

from replies import compact, too_many_requests

LICENSE = "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright"


@dataclass(frozen=True)
class Place:
    """`kind` is category, type and address type; `box` is south, north, west, east; `element` is the id in OpenStreetMap."""

    number: int
    element: tuple | None
    where: tuple
    kind: tuple
    rank: int
    importance: float
    box: tuple
    name: str
    rest: str
    address: dict

    def record(self):
        result = {"place_id": 100000000 + self.number, "licence": LICENSE}
        if self.element:
            result |= {"osm_type": self.element[0], "osm_id": self.element[1]}
        category, kind, address_type = self.kind
        return result | {
            "lat": f"{self.where[0]:.7f}",
            "lon": f"{self.where[1]:.7f}",
            "category": category,
            "type": kind,
            "place_rank": self.rank,
            "importance": self.importance,
            "addresstype": address_type,
            "name": self.name,
            "display_name": f"{self.name}, {self.rest}",
            "address": self.address,
            "boundingbox": [f"{edge:.7f}" for edge in self.box],
        }


BRITAIN = {"country": "United Kingdom", "country_code": "gb"}
ENGLAND = {"state": "England", "ISO3166-2-lvl4": "GB-ENG"} | BRITAIN
FRANCE = {"state": "Île-de-France", "country": "France", "country_code": "fr"}
JAPAN = {"province": "山梨県", "country": "日本", "country_code": "jp"}

POOLE = Place(
    1, ("relation", 1000001), (50.718, -1.983), ("boundary", "administrative", "town"), 16, 0.55,
    (50.68, 50.79, -2.05, -1.89), "Poole", "Dorset, England, United Kingdom",
    {"town": "Poole", "county": "Dorset", "ISO3166-2-lvl6": "GB-DOR"} | ENGLAND,
)  # fmt: skip
TOWER = Place(
    2, ("way", 2000001), (48.8584, 2.2945), ("man_made", "tower", "man_made"), 30, 0.79,
    (48.8574, 48.8591, 2.2933, 2.2957), "Tour Eiffel", "Paris, Île-de-France, France",
    {"man_made": "Tour Eiffel", "city": "Paris"} | FRANCE,
)  # fmt: skip
FUJI = Place(
    3, ("node", 3000001), (35.5013, 138.8016), ("tourism", "viewpoint", "tourism"), 30, 0.12,
    (35.5012, 35.5014, 138.8015, 138.8017), "展望デッキ", "富士吉田市, 山梨県, 日本",
    {"tourism": "展望デッキ", "city": "富士吉田市"} | JAPAN,
)  # fmt: skip
POSTCODE = Place(
    4, None, (50.711, -1.989), ("place", "postcode", "postcode"), 25, 0.1,
    (50.70, 50.73, -2.00, -1.97), "BH15", "Dorset, England, United Kingdom", {"postcode": "BH15"} | BRITAIN,
)  # fmt: skip
QUAY = Place(
    5, ("way", 2000002), (50.7125, -1.989), ("highway", "pedestrian", "road"), 26, 0.05,
    (50.7119, 50.7130, -1.9905, -1.9870), "The Quay", "Poole, Dorset, England, BH15, United Kingdom",
    {"road": "The Quay", "town": "Poole", "county": "Dorset", "state": "England", "postcode": "BH15"} | BRITAIN,
)  # fmt: skip


def files():
    """Yields the name and text of each file."""
    yield "search-poole.json", compact([POOLE.record(), POSTCODE.record()])
    yield "search-tower.json", compact([TOWER.record()])
    yield "search-fuji.json", compact([FUJI.record()])
    yield "search-empty.json", compact([])
    yield "reverse.json", compact(QUAY.record())
    yield "reverse-at-sea.json", compact({"error": "Unable to geocode"})
    yield "http-400.json", compact({"error": {"code": 400, "message": "Parameter 'lat' missing."}})
    yield "http-403.html", too_many_requests("nginx").replace("429 Too Many Requests", "403 Forbidden")
    yield "http-429.html", too_many_requests("nginx")
