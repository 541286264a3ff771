"""The errors of Flickr."""

from replies import compact, too_many_requests

FAILURES = (
    ("too-many-tags", 1, "Too many tags in ALL query"),
    ("unknown-user", 2, "Unknown user"),
    ("parameterless", 3, "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead."),
    ("pool", 4, "You don't have permission to view this pool"),
    ("search-unavailable", 10, "Sorry, the Flickr search API is not currently available."),
    ("machine-tags", 11, "No valid machine tags"),
    ("too-many-machine-tags", 12, "Exceeded maximum allowable machine tags"),
    ("contacts", 17, "You can only search within your own contacts"),
    ("illogical", 18, "Illogical arguments"),
    ("offset", 20, "Excessive photo offset in search"),
    ("logical-ors", 77, "Exceeded limit of logical ORs allowed."),
    ("bad-signature", 96, "Invalid signature"),
    ("no-signature", 97, "Missing signature"),
    ("login", 98, "Invalid auth token"),
    ("permissions", 99, "Insufficient permissions. Method requires read privileges; none granted."),
    ("key-format", 100, "Invalid API Key (Key has invalid format)"),
    ("key-unknown", 100, "Invalid API Key (Key not found)"),
    ("key-expired", 100, "Invalid API Key (Key has expired)"),
    ("unavailable", 105, "Service currently unavailable"),
    ("write", 106, "Write operation failed"),
    ("format", 111, 'Format "jsn" not found'),
    ("method", 112, 'Method "flickr.photos.serch" not found'),
    ("bad-url", 116, "Bad URL found"),
    ("transient-201", 201, "Sorry, the Flickr API service is not currently available."),
    ("transient-0", 0, "Sorry, the Flickr API service is not currently available."),
    ("info-not-found", 1, 'Photo "1" not found (invalid ID)'),
    ("sizes-not-found", 1, "Photo not found"),
    ("sizes-denied", 2, "Permission denied"),
)


def files():
    """Yields the name and text of each file."""
    for name, code, message in FAILURES:
        yield f"fail-{name}.json", compact({"stat": "fail", "code": code, "message": message})
    yield (
        "fail-trailing-comma.json",
        '{"stat":"fail","code":201,"message":"Sorry, the Flickr API service is not currently available.",}',
    )
    yield (
        "fail-wrapped.js",
        f"jsonFlickrApi({compact({'stat': 'fail', 'code': 100, 'message': 'Invalid API Key (Key not found)'})})",
    )
    yield (
        "fail.xml",
        (
            '<?xml version="1.0" encoding="utf-8" ?>\n<rsp stat="fail">\n'
            '\t<err code="100" msg="Invalid API Key (Key not found)" />\n</rsp>\n'
        ),
    )
    yield "http-429.html", too_many_requests("openresty")
    for status, words in (("502", "Bad Gateway"), ("503", "Service Temporarily Unavailable")):
        yield (
            f"http-{status}.html",
            too_many_requests("openresty").replace("429 Too Many Requests", f"{status} {words}"),
        )
    yield "oauth-401.txt", "oauth_problem=signature_invalid&debug_sbs=GET"
    yield "oauth-400.txt", "oauth_problem=parameter_absent&oauth_parameters_absent=oauth_consumer_key"
