/// One call of the stand-in's Action API.
struct CommonsStandInAPI {
    let files: [CommonsStandInFile]
    let arguments: [String: String]
    /// The URL of the pictures.
    let host: String
    let thumbnailsPerReply: Int

    /// Returns the response. Errors have HTTP status 200 too.
    func reply() -> TestHTTPReply {
        guard arguments["action"] == "query", arguments["format"] == "json", arguments["formatversion"] == "2" else {
            return Self.error("badvalue", "Unrecognized value for a parameter.")
        }
        if arguments["list"] == "geosearch" { return search() }
        if arguments["prop"] == "imageinfo" { return describe() }
        return Self.json(.object([("batchcomplete", .bool(true))]))
    }

    private func search() -> TestHTTPReply {
        let degrees = (arguments["gscoord"] ?? "").split(separator: "|").compactMap { Double($0) }
        guard degrees.count == 2, abs(degrees[0]) <= 90, abs(degrees[1]) <= 180 else {
            return Self.error("invalid-coord", "Invalid coordinate provided")
        }
        let radius = arguments["gsradius"].flatMap { Int($0) } ?? 500
        guard 10...10_000 ~= radius else {
            return Self.error(
                "outofrange",
                "The value \"\(radius)\" for parameter \"gsradius\" must be between 10 and 10,000.")
        }
        let limit = min(500, arguments["gslimit"].flatMap { Int($0) } ?? 10)
        // The default namespace is for articles. The stand-in has none.
        let namespaces = (arguments["gsnamespace"] ?? "0").split(separator: "|")
        let found = (namespaces.contains("6") ? files : []).map { file in
            (file, FlickrGeography.distance((degrees[0], degrees[1]), file.place))
        }.filter { $0.1 <= Double(radius) }.sorted { $0.1 < $1.1 }.prefix(limit)
        let spots = found.map { file, distance in
            FlickrJSON.object([
                ("pageid", .int(file.pageID)), ("ns", 6), ("title", .string("File:\(file.name)")),
                ("lat", .decimal(file.place.latitude)), ("lon", .decimal(file.place.longitude)),
                ("dist", .decimal((distance * 10).rounded() / 10)), ("primary", .bool(true)),
            ])
        }
        return Self.json(
            .object([("batchcomplete", .bool(true)), ("query", .object([("geosearch", .array(spots))]))]))
    }

    private func describe() -> TestHTTPReply {
        let ids = (arguments["pageids"] ?? "").split(separator: "|").compactMap { Int($0) }
        guard ids.count <= 50 else {
            return Self.error("toomanyvalues", "Too many values supplied for parameter \"pageids\". The limit is 50.")
        }
        // The response is in the order of the database, not of the request.
        let found = files.filter { ids.contains($0.pageID) }.sorted { $0.pageID < $1.pageID }
        let start = min(found.count, arguments["iicontinue"]?.split(separator: "|").last.flatMap { Int($0) } ?? 0)
        let described = start..<min(found.count, start + thumbnailsPerReply)
        let pages = found.enumerated().map { index, file in
            let page: [(name: String, value: FlickrJSON)] = [
                ("pageid", .int(file.pageID)), ("ns", 6), ("title", .string("File:\(file.name)")),
                ("imagerepository", "local"),
            ]
            return FlickrJSON.object(
                described.contains(index) ? page + [("imageinfo", .array([information(file)]))] : page)
        }
        let query = (name: "query", value: FlickrJSON.object([("pages", .array(pages))]))
        guard described.upperBound < found.count else {
            return Self.json(.object([("batchcomplete", .bool(true)), query]))
        }
        let name = found[described.upperBound].name
        return Self.json(
            .object([
                (
                    "continue",
                    .object([
                        ("iicontinue", .string("\(name)|\(described.upperBound)")), ("continue", "||"),
                    ])
                ), query,
            ]))
    }

    private func information(_ file: CommonsStandInFile) -> FlickrJSON {
        let wanted = arguments["iiurlwidth"].flatMap { Int($0) } ?? 0
        let width = CommonsStandInPictures.widths.first { $0 >= wanted } ?? file.width
        let isSmaller = width < file.width
        let path =
            isSmaller ? CommonsStandInPictures.path(of: file, width: width) : CommonsStandInPictures.path(of: file)
        let filter = (arguments["iiextmetadatafilter"] ?? "").split(separator: "|").map(String.init)
        let metadata = file.metadata.sorted { $0.key < $1.key }.filter { filter.isEmpty || filter.contains($0.key) }
        return .object([
            ("size", .int(file.width * file.height / 10)), ("width", .int(file.width)), ("height", .int(file.height)),
            // Wikimedia adds this suffix to track where readers come from.
            ("thumburl", .string("\(host)\(path)?utm_source=commons.wikimedia.org")),
            ("thumbwidth", .int(isSmaller ? width : file.width)),
            ("thumbheight", .int(isSmaller ? (file.height * width + file.width / 2) / file.width : file.height)),
            ("url", .string(host + CommonsStandInPictures.path(of: file))),
            (
                "descriptionurl",
                .string("https://commons.wikimedia.org/wiki/File:\(CommonsStandInPictures.underscored(file.name))")
            ), ("mime", .string(file.mime)), ("timestamp", .string(file.uploaded)),
            // PHP writes empty objects as arrays.
            (
                "extmetadata",
                metadata.isEmpty
                    ? .array([])
                    : .object(
                        metadata.map { name, value in
                            (name, .object([("value", .string(value)), ("source", "commons-desc-page")]))
                        })
            ),
        ])
    }

    private static func error(_ code: String, _ info: String) -> TestHTTPReply {
        json(
            .object([
                ("error", .object([("code", .string(code)), ("info", .string(info))])),
                ("servedby", "mw-api-ext.example"),
            ]))
    }

    private static func json(_ value: FlickrJSON) -> TestHTTPReply {
        .text(value.text, contentType: "application/json; charset=utf-8")
    }
}
