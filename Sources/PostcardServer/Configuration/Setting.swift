import PostcardCore

/// A setting of the service: its name, its type and range, and the help of its flag.
///
/// Settings are read, checked, printed and explained by this table. Defaults are those of the properties.
package struct Setting: Sendable {
    typealias Path<Value> = WritableKeyPath<ServerConfiguration, Value> & Sendable

    enum Content: Sendable {
        case text(any Path<String>)
        case number(any Path<Int>, ClosedRange<Int>)
        case flag(any Path<Bool>)
        case list(any Path<[String]>)
        /// A list that is not shown.
        case secrets(any Path<[String]>)
    }

    /// The name in settings files: `queueLength`, which is `POSTCARD_SERVE_QUEUE_LENGTH` in the environment.
    package let name: String
    let content: Content
    /// The help of the flag; empty where there is none.
    package let help: String
    /// The name of the flag's value in help.
    package let valueName: String?

    private init(_ name: String, _ content: Content, _ help: String = "", valueName: String? = nil) {
        self.name = name
        self.content = content
        self.help = help
        self.valueName = valueName
    }

    private static let positive = 1...Int.max
    private static let notNegative = 0...Int.max
    private static let defaults = ServerConfiguration()

    package static let all: [Setting] = [
        Setting("host", .text(\.host), "Name or address to listen on. (\(defaults.host))"),
        Setting(
            "port", .number(\.port, 0...65_535), "Port to listen on; 0 takes any free one. (\(defaults.port))"),
        Setting("socket", .text(\.socket), "Socket of the file system to listen on instead.", valueName: "path"),
        Setting(
            "allowedNames", .list(\.allowedNames),
            "Names that clients may call the service by, such as pictures.example.org. (any; only names of this machine "
                + "when nobody else can reach it)", valueName: "name"),
        Setting("publicAddress", .text(\.publicAddress)),
        Setting(
            "images", .list(\.images),
            "Folders whose pictures are served, or places in object storage: s3://BUCKET/PREFIX.",
            valueName: "dir"),
        Setting(
            "presets", .list(\.presets),
            "Ways to show pictures at /p/NAME/PICTURE without a signature; OPTIONS as in thumbor's or imgproxy's.",
            valueName: "name=options"),
        Setting("presetSources", .list(\.presetSources)),
        Setting(
            "formats", .list(\.formats),
            "Formats for browsers that say they accept them, the best first: avif, webp. (webp)", valueName: "format"),
        Setting(
            "qualities", .list(\.qualities), "The quality of a format, such as avif=50. (85; avif 60)",
            valueName: "format=n"),
        Setting("progressive", .flag(\.progressive), "Write progressive JPEG files."),
        Setting(
            "watermark", .text(\.watermark), "The picture that imgproxy's option watermark lays on others.",
            valueName: "picture"),
        Setting(
            "fallback", .text(\.fallback), "The picture to show for one that is not there or cannot be read.",
            valueName: "picture"),
        Setting("baseURL", .text(\.baseURL)),
        Setting("clientHints", .flag(\.clientHints)),
        Setting("keys", .secrets(\.keys)),
        Setting("imgproxyKeys", .secrets(\.imgproxyKeys)),
        Setting("allowsUnsigned", .flag(\.allowsUnsigned), "Answer addresses without a signature."),
        Setting(
            "lenientFilters", .flag(\.lenientFilters),
            "Leave unknown or wrong filters of thumbor's addresses out, instead of refusing the address."),
        Setting(
            "allowedHosts", .list(\.allowedHosts), "Hosts to fetch pictures from, such as *.example.org.",
            valueName: "host"),
        Setting(
            "allowsPrivateAddresses", .flag(\.allowsPrivateAddresses),
            "Let them have addresses of private networks and of this machine."),
        Setting(
            "library", .text(\.library), "A library: served as JSON below /library, its pictures as library:ID.",
            valueName: "dir"),
        Setting("tokens", .secrets(\.tokens)),
        Setting("tokenFile", .text(\.tokenFile), "A file of tokens for the library.", valueName: "file"),
        Setting(
            "publicLibrary", .flag(\.publicLibrary),
            "Let everybody read the library; changing it needs a token still."),
        Setting(
            "appFolder", .text(\.appFolder), "Serve the web app from this folder, for work on it.", valueName: "dir"),
        Setting(
            "places", .text(\.places),
            "Look for places by name, for those who may change the library: nominatim, or foursquare with a key. (off)",
            valueName: "service"),
        Setting(
            "tiles", .text(\.tiles),
            "Map tiles for the web app, such as https://tile.example.org/{z}/{x}/{y}.png. (none)",
            valueName: "url"),
        Setting(
            "tilesCredit", .text(\.tilesCredit),
            "The credit that the tiles' terms ask for, such as © OpenStreetMap contributors.",
            valueName: "text"),
        Setting("maximumUploadBytes", .number(\.maximumUploadBytes, positive)),
        Setting(
            "rate", .number(\.rate, notNegative),
            "Requests a second that a client may send in the long run. (any number)", valueName: "n"),
        Setting("burst", .number(\.burst, positive)),
        Setting(
            "trustedProxies", .list(\.trustedProxies), "Proxies whose X-Forwarded-For says who the client is.",
            valueName: "address"),
        Setting(
            "corsOrigins", .list(\.corsOrigins),
            "Web pages that may read answers, such as https://example.org; * for all.", valueName: "origin"),
        Setting("cache", .text(\.cache), "Folder for results.", valueName: "dir"),
        Setting(
            "results", .text(\.results), "Object storage for results that replicas share: s3://BUCKET/PREFIX.",
            valueName: "address"),
        Setting(
            "resultsFor", .text(\.resultsFor),
            "Requests whose results are shared: presets, signed (these and signed addresses), all. (signed)",
            valueName: "requests"),
        Setting("cacheBytes", .number(\.cacheBytes, notNegative)),
        Setting("maximumSourceBytes", .number(\.maximumSourceBytes, positive)),
        Setting("maximumBodyBytes", .number(\.maximumBodyBytes, positive)),
        Setting("sourceBytesInFlight", .number(\.sourceBytesInFlight, positive)),
        Setting("maximumFetches", .number(\.maximumFetches, positive)),
        Setting("maximumPixels", .number(\.maximumPixels, positive)),
        Setting("pixelsInFlight", .number(\.pixelsInFlight, positive)),
        Setting("queueLength", .number(\.queueLength, notNegative)),
        Setting("queueSeconds", .number(\.queueSeconds, positive)),
        Setting("renderSeconds", .number(\.renderSeconds, positive)),
        Setting("fetchSeconds", .number(\.fetchSeconds, positive)),
        Setting("fetchedSeconds", .number(\.fetchedSeconds, notNegative)),
        Setting("objectSeconds", .number(\.objectSeconds, notNegative)),
        Setting("staleSeconds", .number(\.staleSeconds, notNegative)),
        Setting("clientSeconds", .number(\.clientSeconds, positive)),
        Setting("maximumConnections", .number(\.maximumConnections, positive)),
        Setting("maximumURLBytes", .number(\.maximumURLBytes, positive)),
        Setting("maximumAge", .number(\.maximumAge, notNegative)),
        Setting("sharedMaximumAge", .number(\.sharedMaximumAge, notNegative)),
        Setting("staleWhileRevalidate", .number(\.staleWhileRevalidate, notNegative)),
        Setting("staleIfError", .number(\.staleIfError, notNegative)),
        Setting("cacheTags", .text(\.cacheTags)),
        Setting(
            "drainSeconds", .number(\.drainSeconds, notNegative),
            "Seconds after SIGTERM in which /readyz says 503 and connections are still taken. (0)", valueName: "n"),
        Setting("shutdownSeconds", .number(\.shutdownSeconds, positive)),
    ]

    /// The setting with a name.
    package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}

extension Setting {
    /// The value as it is shown.
    func node(in settings: ServerConfiguration) -> JSONValue {
        switch content {
        case .text(let path): .text(settings[keyPath: path])
        case .number(let path, _): .integer(settings[keyPath: path])
        case .flag(let path): .flag(settings[keyPath: path])
        case .list(let path): .array(settings[keyPath: path].map { .text($0) })
        case .secrets(let path): .array(settings[keyPath: path].map { _ in "<secret>" })
        }
    }

    /// The variable of the environment: `POSTCARD_SERVE_QUEUE_LENGTH` of `queueLength`.
    var variable: String {
        var text = ""
        for character in name {
            if character.isUppercase, text.last?.isLowercase == true { text += "_" }
            text.append(character)
        }
        return Self.variablePrefix + text.uppercased()
    }

    static let variablePrefix = "POSTCARD_SERVE_"

    /// The value that a text of the environment stands for, where commas part the entries of lists. A text that stands for none stays one.
    func value(of text: String) -> JSONValue {
        switch content {
        case .text: .text(text)
        case .number: Int(text).map { .integer($0) } ?? .text(text)
        case .flag:
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: .text(text)
            }
        case .list, .secrets:
            .array(text.split(separator: ",", omittingEmptySubsequences: false).map { .text($0.trimmingSpaces()) })
        }
    }

    /// Takes the value.
    ///
    /// - Parameter place: where it is written, for the message.
    /// - Throws: ``StartupError`` for a value of another type.
    func set(_ value: JSONValue, from place: String, in settings: inout ServerConfiguration) throws(StartupError) {
        switch content {
        case .text(let path):
            guard let text = value.string else { throw wrong(value, place, "a text", "\"…\"") }
            settings[keyPath: path] = text
        case .number(let path, _):
            guard let number = value.integer ?? value.number.flatMap({ Int(exactly: $0) }) else {
                throw wrong(value, place, "a whole number", "\(Self.defaults[keyPath: path])")
            }
            settings[keyPath: path] = number
        case .flag(let path):
            guard value == true || value == false else { throw wrong(value, place, "true or false", nil) }
            settings[keyPath: path] = value == true
        case .list(let path), .secrets(let path):
            guard let elements = value.elements, case let texts = value.strings, texts.count == elements.count else {
                throw wrong(value, place, "a list of texts", "[\"…\", \"…\"]")
            }
            settings[keyPath: path] = texts.filter { !$0.isEmpty }
        }
    }

    private func wrong(_ value: JSONValue, _ place: String, _ type: String, _ example: String?) -> StartupError {
        var written: [UInt8] = []
        value.append(to: &written)
        if case .secrets = content { written = Array("a secret of another type".utf8) }
        let advice = example.map { ", such as \($0)" } ?? ""
        return StartupError(
            .badSetting, "\(place) is \(String(decoding: written, as: UTF8.self)); it has to be \(type)\(advice).")
    }

    /// - Throws: ``StartupError`` for a number that is not in the range.
    func check(_ settings: ServerConfiguration) throws(StartupError) {
        guard case .number(let path, let range) = content, case let number = settings[keyPath: path],
            !range.contains(number)
        else { return }
        let possible =
            switch range {
            case Self.positive: "must be 1 or more"
            case Self.notNegative: "must not be negative"
            default: "must be \(range.lowerBound) to \(range.upperBound)"
            }
        throw StartupError(.badSetting, "\(name) is \(number); it \(possible).")
    }
}
