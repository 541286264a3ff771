import PostcardCore

/// A setting of the service: its name, its type and range, and a sentence about it.
///
/// Settings are read, checked, printed and explained by the table ``all``. The properties of ``ServerConfiguration`` have the defaults.
package struct Setting: Sendable {
    typealias Path<Value> = WritableKeyPath<ServerConfiguration, Value> & Sendable

    /// The type of a setting, with the property that has its value.
    enum Content: Sendable {
        case text(any Path<String>)
        case number(any Path<Int>, ClosedRange<Int>)
        case flag(any Path<Bool>)
        /// A list, whose entries are hidden in output when it is secret.
        case list(any Path<[String]>, isSecret: Bool = false)
    }

    /// The name in settings files: `maximumPixels`, which is `POSTCARD_SERVE_MAXIMUM_PIXELS` in the environment.
    package let name: String
    let content: Content
    /// The sentence about the setting, which is also the help of its flag.
    package let help: String
    /// The name of the flag's value in help.
    package let valueName: String?

    private init(_ name: String, _ content: Content, _ help: String, valueName: String? = nil) {
        self.name = name
        self.content = content
        self.help = help
        self.valueName = valueName
    }

    private static let positive = 1...Int.max
    private static let notNegative = 0...Int.max
    static let defaults = ServerConfiguration()

    package static let all: [Setting] = [
        Setting(
            "host", .text(\.host),
            "Name or address to listen on, or the path of a socket such as /run/postcard.sock. (\(defaults.host))"),
        Setting(
            "port", .number(\.port, 0...65_535), "Port to listen on; 0 takes any free one. (\(defaults.port))"),
        Setting(
            "allowedNames", .list(\.allowedNames),
            "Names that clients may call the service by, such as pictures.example.org. (any; only names of this machine "
                + "when nobody else can reach it)", valueName: "name"),
        Setting(
            "publicAddress", .text(\.publicAddress.orEmpty),
            "The address at which clients reach the service, such as https://pictures.example.org, for addresses in answers. (the name that they use)"
        ),
        Setting(
            "images", .list(\.images),
            "Folders whose pictures are served, or places in object storage: s3://BUCKET/PREFIX.",
            valueName: "dir"),
        Setting(
            "presets", .list(\.presets),
            "Ways to show pictures at /p/NAME/PICTURE without a signature: NAME=OPTIONS as in thumbor's or imgproxy's addresses, or "
                + "NAME=OPTIONS PREFIX PREFIX for one that shows only pictures whose names begin so.",
            valueName: "name=options"),
        Setting(
            "formats", .list(\.formatNames),
            "Formats for browsers that say they accept them, the best first: avif, webp; none for the source's. (webp)",
            valueName: "format"),
        Setting(
            "qualities", .list(\.qualities), "The quality of a format, such as avif=50. (85; avif 60)",
            valueName: "format=n"),
        Setting("progressive", .flag(\.writesProgressiveJPEG), "Write progressive JPEG files."),
        Setting(
            "watermark", .text(\.watermark.orEmpty), "The picture that imgproxy's option watermark lays on others.",
            valueName: "picture"),
        Setting(
            "fallback", .text(\.fallback.orEmpty), "The picture to show for one that is not there or cannot be read.",
            valueName: "picture"),
        Setting(
            "baseURL", .text(\.baseURL.orEmpty),
            "The beginning of pictures' names that say no place themselves and are no files, such as https://example.org/photos/."
        ),
        Setting(
            "clientHints", .flag(\.usesClientHints),
            "Heed the density and width that browsers tell of their screens, in imgproxy's addresses and presets."),
        Setting(
            "keys", .list(\.keys, isSecret: true),
            "Keys of which any may sign addresses: KEY, NAME:KEY, or NAME:KEY:PREFIX PREFIX for one that signs only for pictures whose names begin so."
        ),
        Setting(
            "imgproxyKeys", .list(\.imgproxyKeys, isSecret: true),
            "Keys of imgproxy's addresses: KEY:SALT in hexadecimal, NAME:KEY:SALT, or NAME:KEY:SALT:PREFIX PREFIX."),
        Setting("allowsUnsigned", .flag(\.allowsUnsigned), "Answer addresses without a signature."),
        Setting(
            "lenientFilters", .flag(\.ignoresUnknownFilters),
            "Leave unknown or wrong filters of thumbor's addresses out, instead of refusing the address."),
        Setting(
            "allowedHosts", .list(\.allowedHosts),
            "Hosts to fetch pictures from, such as *.example.org or example.org:8080. Names that begin with one need no scheme; http://HOST "
                + "stands for those that are not https.", valueName: "host"),
        Setting(
            "allowsPrivateAddresses", .flag(\.allowsPrivateAddresses),
            "Let them have addresses of private networks and of this machine."),
        Setting(
            "recover", .flag(\.toleratesDamage),
            "Show what can be read of pictures that are cut off or damaged, instead of an error."),
        Setting(
            "library", .text(\.library.orEmpty),
            "A library: served as JSON below /library, its pictures as library:ID.",
            valueName: "dir"),
        Setting("tokenFile", .text(\.tokenFile.orEmpty), "A file of tokens for the library.", valueName: "file"),
        Setting(
            "publicLibrary", .flag(\.allowsAnonymousReading),
            "Let everybody read the library; changing it needs a token still."),
        Setting(
            "places", .text(\.places.orEmpty),
            "The service that searches for places go to, once the library's setting place-lookups is on: nominatim, foursquare "
                + "(needs a key) or none. (none)",
            valueName: "service"),
        Setting(
            "tiles", .text(\.tiles.orEmpty),
            "Streets for the app's map: the address of tiles and the credit that their terms ask for, such as "
                + "https://tile.example.org/{z}/{x}/{y}.png © OpenStreetMap contributors; [words](address) is a link. (none)",
            valueName: "url credit"),
        Setting(
            "rate", .number(\.rate, notNegative),
            "Requests a second that a client may send in the long run. (any number)", valueName: "n"),
        Setting(
            "burst", .number(\.burst, positive),
            "Requests that a client who was quiet may send at once, where rate limits them. (\(defaults.burst))",
            valueName: "n"),
        Setting(
            "trustedProxies", .list(\.trustedProxies), "Proxies whose X-Forwarded-For says who the client is.",
            valueName: "address"),
        Setting(
            "corsOrigins", .list(\.corsOrigins),
            "Web pages that may read answers, such as https://example.org; * for all.", valueName: "origin"),
        Setting("cache", .text(\.cache.orEmpty), "Folder for results.", valueName: "dir"),
        Setting(
            "results", .text(\.results.orEmpty), "Object storage for results that replicas share: s3://BUCKET/PREFIX.",
            valueName: "address"),
        Setting(
            "resultsFor", .text(\.resultsFor),
            "Requests whose results are shared: presets, signed (these and signed addresses), all. (signed)",
            valueName: "requests"),
        Setting(
            "cacheBytes", .number(\.cacheBytes, notNegative),
            "The most bytes in the folder for results; 0 keeps none."),
        Setting("maximumSourceBytes", .number(\.maximumSourceBytes, positive), "The most bytes of a source picture."),
        Setting("maximumPixels", .number(\.maximumPixels, positive), "The most pixels of a source and of a result."),
        Setting(
            "maximumAge", .number(\.maximumAge.wholeSeconds, notNegative),
            "Seconds for which clients and caches may keep a result (max-age)."),
        Setting(
            "cacheControl", .text(\.cacheControl.orEmpty),
            "Directives for shared caches, such as a CDN, that are added to Cache-Control: s-maxage=600, stale-if-error=900. (none)"
        ),
        Setting(
            "cacheTags", .text(\.cacheTags.orEmpty),
            "The field that tells caches of what pictures a result is made: Cache-Tag or Surrogate-Key. (none)"),
        Setting(
            "drainSeconds", .number(\.drainDuration.wholeSeconds, notNegative),
            "Seconds after SIGTERM in which /readyz says 503 and connections are still taken. (0)", valueName: "n"),
        Setting(
            "shutdownSeconds", .number(\.shutdownTimeout.wholeSeconds, positive),
            "Seconds that requests have to finish when no more connections are taken."),
    ]

    /// The name of the environment variable: `POSTCARD_SERVE_MAXIMUM_PIXELS` for `maximumPixels`.
    package var variable: String {
        var text = ""
        for character in name {
            if character.isUppercase, text.last?.isLowercase == true { text += "_" }
            text.append(character)
        }
        return Self.variableStart + text.uppercased()
    }

    /// The prefix of all variables.
    static let variableStart = "POSTCARD_SERVE_"

    /// The prefix of members of settings files that are comments.
    static let commentStart = "// "

    /// The default value as a text; `nil` for an empty one.
    package var standard: String? {
        let value = node(in: Self.defaults)
        let text = value.integer.map(String.init) ?? value.string ?? value.strings.joined(separator: ",")
        return text.isEmpty ? nil : text
    }

    /// Returns the setting with a name.
    package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}
