/// One call of the stand-in's API.
struct FlickrStandInSearch {
    private let settings: FlickrStandIn.Settings
    private let arguments: [String: String]
    private let host: String
    private let count: Int

    /// Reads a call.
    ///
    /// - Parameters:
    ///   - host: the URL of the pictures.
    ///   - count: the number of calls so far, including this one.
    init(_ settings: FlickrStandIn.Settings, arguments: [String: String], host: String, count: Int) {
        self.settings = settings
        self.arguments = arguments
        self.host = host
        self.count = count
    }

    /// Returns the response to a failed call, with HTTP status 200.
    static func failure(_ code: Int, _ message: String? = nil) -> TestHTTPReply {
        json(failureBody(code, message).text)
    }

    /// Returns the response to the call.
    func reply() -> TestHTTPReply {
        let text = (refusal ?? result).text
        switch arguments["format"] {
        case "json":
            if arguments["nojsoncallback"] == "1" { return Self.json(text) }
            return Self.json("\(arguments["jsoncallback"] ?? "jsonFlickrApi")(\(text))")
        case nil:
            return .text("<?xml version=\"1.0\"?><rsp stat=\"ok\"></rsp>", contentType: "text/xml; charset=utf-8")
        case let format?:
            return Self.failure(111, "Format \"\(format)\" not found")
        }
    }

    private static func json(_ text: String) -> TestHTTPReply {
        .text(text, contentType: "text/javascript; charset=utf-8")
    }

    private static let messages = [
        1: "Too many tags in ALL query", 3: "Parameterless searches have been disabled.",
        10: "Sorry, the Flickr search API is not currently available.", 18: "Illogical arguments",
        20: "Excessive photo offset in search", 100: "Invalid API Key (Key not found)",
        105: "Service currently unavailable", 201: "Sorry, the Flickr API service is not currently available.",
        0: "Sorry, the Flickr API service is not currently available.",
    ]

    private static func failureBody(_ code: Int, _ message: String? = nil) -> FlickrJSON {
        .object([
            ("stat", "fail"), ("code", .int(code)), ("message", .string(message ?? messages[code] ?? "Failed")),
        ])
    }

    /// The failure caused by the arguments; `nil` if they are valid.
    private var refusal: FlickrJSON? {
        let method = arguments["method"] ?? ""
        guard method == "flickr.photos.search" else { return Self.failureBody(112, "Method \"\(method)\" not found") }
        let key = arguments["api_key"] ?? ""
        guard key.count == 32, key.allSatisfy(\.isHexDigit) else {
            return Self.failureBody(100, "Invalid API Key (Key has invalid format)")
        }
        if settings.expiredKeys.contains(key) { return Self.failureBody(100, "Invalid API Key (Key has expired)") }
        if settings.knownKeys?.contains(key) == false { return Self.failureBody(100) }
        let limits = ["text", "tags", "user_id", "lat", "bbox", "has_geo", "license"] + Self.dates
        guard limits.contains(where: { arguments[$0] != nil }) else { return Self.failureBody(3) }
        for kind in ["upload", "taken"] {
            let (first, last) = (arguments["min_\(kind)_date"] ?? "", arguments["max_\(kind)_date"] ?? "")
            if !first.isEmpty, !last.isEmpty, first > last { return Self.failureBody(18) }
        }
        let tags = (arguments["tags"] ?? "").split(separator: ",")
        return tags.count > 20 && arguments["tag_mode"] == "all" ? Self.failureBody(1) : nil
    }

    private static let dates = ["min_upload_date", "max_upload_date", "min_taken_date", "max_taken_date"]

    /// The requested page, with all of Flickr's limits.
    private var result: FlickrJSON {
        let found = FlickrStandInFilter(settings, arguments: arguments).photos()
        let isByPlace = arguments["lat"] != nil || arguments["bbox"] != nil || arguments["has_geo"] != nil
        let wanted = arguments["per_page"].flatMap { Int($0) } ?? 100
        let pageSize = min(max(1, wanted), isByPlace ? 250 : 500)
        let page = max(1, arguments["page"].flatMap { Int($0) } ?? 1)
        // Beyond the maximum, the first photos are served again.
        let served = min(found.count, 4_000)
        let start = (page - 1) * pageSize
        var photos: [FlickrStandInPhoto] = []
        if served > 0 {
            let length = start < served ? min(pageSize, served - start) : min(pageSize, served)
            photos = (0..<length).map { found[(start + $0) % served] }
            if settings.quirks.contains(.repeatingPhotos) {
                photos[0] = found[(start + served - 1) % served]
                if photos.count > 2 { photos[2] = photos[1] }
            }
        }
        if settings.quirks.contains(.unstableOrder), !photos.isEmpty {
            let turn = count % photos.count
            photos = Array(photos[turn...] + photos[..<turn])
        }
        let records = FlickrStandInRecords(settings.quirks, extras: arguments["extras"] ?? "", host: host)
        var elements = photos.map(records.record)
        if settings.quirks.contains(.brokenRecord) { elements.insert("?", at: elements.count / 2) }
        return .object([
            (
                "photos",
                .object([
                    ("page", .int(page)), ("pages", records.count((found.count + pageSize - 1) / pageSize)),
                    ("perpage", .int(pageSize)), ("total", records.count(found.count)), ("photo", .array(elements)),
                ])
            ), ("stat", "ok"),
        ])
    }
}
