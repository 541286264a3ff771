"""The photos in the Flickr responses. Ids, secrets and owners are invented."""

from dataclasses import dataclass

OWNERS = (
    ("10000001@N00", "Ada Harbour", "ada-harbour"),
    ("10000002@N05", "Bo Lindqvist", None),
    ("10000003@N07", "chizuru_k", "chizuru-k"),
    ("10000004@N02", "Dédé Lampion", ""),
)

# Extra, file suffix, longest edge, label in getSizes; the sizes from 1600 up have separate secrets.
SIZES = (
    ("q", "_q", 150, "Large Square"),
    ("t", "_t", 100, "Thumbnail"),
    ("s", "_m", 240, "Small"),
    ("n", "_n", 320, "Small 320"),
    ("m", "", 500, "Medium"),
    ("z", "_z", 640, "Medium 640"),
    ("c", "_c", 800, "Medium 800"),
    ("l", "_b", 1024, "Large"),
    ("h", "_h", 1600, "Large 1600"),
    ("k", "_k", 2048, "Large 2048"),
)


@dataclass(frozen=True)
class Photo:
    """`picture` is the travel picture that the simulated server sends for the photo."""

    number: int
    title: str
    tags: str
    place: tuple
    taken: str
    license: int
    owner: int
    width: int
    height: int
    picture: str

    @property
    def id(self):
        return str(59000000000 + self.number)

    @property
    def secret(self):
        return f"{self.number * 0x9E3779B97F4A7C15 % (1 << 40):010x}"

    @property
    def large_secret(self):
        return f"{self.number * 0xC2B2AE3D27D4EB4F % (1 << 40):010x}"

    def edges(self, longest):
        """The width and height of the size whose longer edge is `longest`."""
        if longest == 150:
            return 150, 150
        scale = longest / max(self.width, self.height)
        return round(self.width * scale), round(self.height * scale)

    def url(self, suffix):
        secret = self.large_secret if suffix in ("_h", "_k") else self.secret
        return f"https://live.staticflickr.com/65535/{self.id}_{secret}{suffix}.jpg"

    @property
    def page(self):
        nsid, _, alias = OWNERS[self.owner]
        return f"https://www.flickr.com/photos/{alias or nsid}/{self.id}/"

    def sizes(self):
        """The sizes that anonymous clients can fetch. Large sizes of all-rights-reserved photos are withheld."""
        longest = max(self.width, self.height)
        for extra, suffix, edge, label in SIZES:
            if edge <= longest and not (self.license == 0 and edge > 1024):
                yield extra, suffix, edge, label


PARIS = (
    Photo(
        101,
        "Dawn, nobody about",
        "paris dawn tower lawn",
        (48.8586, 2.2949),
        "2025-04-12 07:04:31",
        4,
        0,
        2400,
        1600,
        "paris-dawn-over-the-lawn",
    ),
    Photo(
        102,
        "Lamps & river",
        "paris seine bridge dusk",
        (48.8599, 2.2921),
        "2025-04-13 21:16:44",
        11,
        1,
        2100,
        1400,
        "paris-bridge-at-dusk",
    ),
    Photo(
        103, "", "paris night bokeh", (48.8571, 2.2967), "2025-04-13 22:40:05", 0, 2, 1600, 2000, "paris-night-lights"
    ),
    Photo(
        104,
        "Brume d’automne",
        "paris automne brume allée",
        (48.8556, 2.2986),
        "2024-11-09 09:22:57",
        12,
        3,
        1920,
        1280,
        "paris-autumn-mist",
    ),
    Photo(
        105,
        "Zinc",
        "paris roofs zinc",
        (48.8622, 2.2963),
        "2025-04-12 19:48:10",
        5,
        0,
        2100,
        1400,
        "paris-rooftops-in-gold",
    ),
    Photo(
        106,
        "Roofs, again",
        "paris roofs",
        (48.8631, 2.2970),
        "2025-04-12 19:50:02",
        6,
        0,
        2100,
        1400,
        "paris-rooftops-in-gold",
    ),
    Photo(
        107,
        "Quai <de> nuit",
        "paris quai nuit",
        (48.8612, 2.2889),
        "2025-04-13 21:20:00",
        2,
        3,
        2100,
        1400,
        "paris-bridge-at-dusk",
    ),
    Photo(
        108,
        "The tower from our bench",
        "paris tower",
        (48.8539, 2.3012),
        "2024-11-09 09:40:00",
        9,
        1,
        1024,
        683,
        "paris-autumn-mist",
    ),
    Photo(
        109,
        "City lights 🎆",
        "paris night",
        (48.8650, 2.2900),
        "2025-04-13 23:02:11",
        14,
        2,
        1600,
        2000,
        "paris-night-lights",
    ),
    Photo(
        110,
        "Morning walk",
        "paris dawn",
        (48.8660, 2.2880),
        "2025-04-12 07:30:31",
        16,
        1,
        2400,
        1600,
        "paris-dawn-over-the-lawn",
    ),
)
FUJI = (
    Photo(
        201,
        "五重塔と桜",
        "富士山 桜 五重塔",
        (35.5013, 138.8016),
        "2025-04-11 10:15:33",
        11,
        2,
        2100,
        1400,
        "fuji-pagoda-in-bloom",
    ),
    Photo(
        202,
        "Pagoda, blossom, mountain",
        "fuji pagoda blossom",
        (35.5010, 138.8021),
        "2025-04-11 10:20:12",
        1,
        0,
        2100,
        1400,
        "fuji-pagoda-in-bloom",
    ),
    Photo(
        203,
        "Cold and clear",
        "fuji stars snow",
        (35.4982, 138.7921),
        "2025-01-18 22:05:48",
        15,
        1,
        1920,
        1280,
        "fuji-stars-over-snow",
    ),
    Photo(
        204,
        "Through the gate",
        "fuji gate sunset",
        (35.5088, 138.7934),
        "2025-04-11 18:09:02",
        12,
        2,
        2400,
        1600,
        "fuji-gate-at-sunset",
    ),
    Photo(
        205,
        "Six ridges",
        "fuji mist",
        (35.4951, 138.8112),
        "2024-10-30 07:30:12",
        13,
        3,
        4000,
        3000,
        "fuji-ridges-in-mist",
    ),
    Photo(
        206,
        "Twice",
        "fuji lake dawn",
        (35.5106, 138.7889),
        "2025-03-28 05:41:20",
        8,
        0,
        4000,
        3000,
        "fuji-lake-at-dawn",
    ),
    Photo(207, "Lake", "fuji lake", (35.5110, 138.7880), "2025-03-28 05:45:00", 0, 1, 4000, 3000, "fuji-lake-at-dawn"),
)
POOLE = (
    Photo(
        301,
        "Old Harry at noon",
        "dorset chalk sea",
        (50.6427, -1.9236),
        "2025-06-21 12:31:06",
        4,
        0,
        2400,
        1600,
        "poole-stacks-at-noon",
    ),
    Photo(
        302,
        "Old Harry at sunrise",
        "dorset chalk sunrise",
        (50.6419, -1.9262),
        "2025-06-22 05:02:51",
        7,
        0,
        2100,
        1400,
        "poole-stacks-at-sunrise",
    ),
    Photo(
        303,
        "Squall",
        "dorset lighthouse storm",
        (50.6372, -1.9301),
        "2024-12-02 16:01:15",
        3,
        3,
        2100,
        1400,
        "poole-lighthouse-in-storm",
    ),
    Photo(
        304,
        "Harbour at dusk",
        "poole harbour boats",
        (50.6506, -1.9362),
        "2025-06-23 06:18:39",
        11,
        1,
        2400,
        1600,
        "poole-boats-in-harbour",
    ),
    Photo(
        305,
        "Behind the bay",
        "dorset hills mist",
        (50.6391, -1.9407),
        "2025-05-04 06:10:27",
        10,
        2,
        1920,
        1280,
        "poole-hills-in-mist",
    ),
    Photo(306, "No place given", "chalk", None, "2025-06-21 12:31:06", 4, 0, 2400, 1600, "poole-stacks-at-noon"),
    Photo(
        307,
        "Scan of an old print",
        "poole 1950s",
        (50.6500, -1.9300),
        "0000-00-00 00:00:00",
        7,
        3,
        900,
        600,
        "poole-boats-in-harbour",
    ),
)
