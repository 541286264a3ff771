import PostcardCore

/// A setting of the service: its name, type and range, and a sentence that describes it.
///
/// The table ``all`` is used to read, check, print and explain the settings. The properties of ``ServerConfiguration`` contain the
/// defaults.
package struct Setting: Sendable {
    typealias Path<Value> = WritableKeyPath<ServerConfiguration, Value> & Sendable

    /// The type of a setting, with the property that stores the value.
    enum Content: Sendable {
        case text(any Path<String>)
        case number(any Path<Int>, ClosedRange<Int>)
        case flag(any Path<Bool>)
        /// A list. The entries of a secret list are hidden in output.
        case list(any Path<[String]>, isSecret: Bool = false)
    }

    /// The name in settings files, such as `maximumPixels` (`POSTCARD_SERVE_MAXIMUM_PIXELS` in the environment).
    package let name: String
    let content: Content
    /// The sentence that describes the setting, also shown as the help of its flag.
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
            "The name or IP address to listen on, or the path of a socket such as /run/postcard.sock. (\(defaults.host))"
        ),
        Setting(
            "port", .number(\.port, 0...65_535), "The port to listen on; 0 selects any free port. (\(defaults.port))"),
        Setting(
            "allowedNames", .list(\.allowedNames),
            "Host names that clients may use, such as pictures.example.org. (any; on loopback, only this machine's names)",
            valueName: "name"),
        Setting(
            "publicAddress", .text(\.publicAddress.orEmpty),
            "The URL at which clients reach the service, such as https://pictures.example.org, for URLs in responses. "
                + "(the client's host name)"),
        Setting(
            "images", .list(\.images),
            "Folders or buckets of images: DIR or s3://BUCKET/PREFIX.", valueName: "dir"),
        Setting(
            "presets", .list(\.presets),
            "Options that /p/NAME/IMAGE applies without a signature: NAME=OPTIONS in thumbor's or imgproxy's syntax, or "
                + "NAME=OPTIONS PREFIX PREFIX for some images only.",
            valueName: "name=options"),
        Setting(
            "formats", .list(\.formatNames),
            "Formats for clients that accept them, best first: avif, webp. Use none for the source's format. (webp)",
            valueName: "format"),
        Setting(
            "qualities", .list(\.qualities), "The quality of a format, such as avif=50. (85; avif 60)",
            valueName: "format=n"),
        Setting("progressive", .flag(\.writesProgressiveJPEG), "Write progressive JPEG files."),
        Setting(
            "watermark", .text(\.watermark.orEmpty), "The image for imgproxy's watermark option.",
            valueName: "image"),
        Setting(
            "fallback", .text(\.fallback.orEmpty), "The image to show instead of missing or unreadable images.",
            valueName: "image"),
        Setting(
            "baseURL", .text(\.baseURL.orEmpty),
            "The URL that relative names are resolved against if no file matches, such as https://example.org/photos/."
        ),
        Setting(
            "clientHints", .flag(\.usesClientHints),
            "Use client hints for DPR and width in imgproxy URLs and presets."),
        Setting(
            "keys", .list(\.keys, isSecret: true),
            "Keys that sign URLs: KEY, NAME:KEY, or NAME:KEY:PREFIX PREFIX for images with these prefixes only."
        ),
        Setting(
            "imgproxyKeys", .list(\.imgproxyKeys, isSecret: true),
            "Keys for imgproxy URLs: KEY:SALT in hexadecimal, NAME:KEY:SALT, or NAME:KEY:SALT:PREFIX PREFIX."),
        Setting("allowsUnsigned", .flag(\.allowsUnsigned), "Accept URLs without a signature."),
        Setting(
            "lenientFilters", .flag(\.ignoresUnknownFilters),
            "Ignore unknown and invalid thumbor filters instead of rejecting the URL."),
        Setting(
            "allowedHosts", .list(\.allowedHosts),
            "Hosts to fetch images from, such as *.example.org or example.org:8080. URLs without a scheme use https, "
                + "or http for entries like http://HOST.", valueName: "host"),
        Setting(
            "allowsPrivateAddresses", .flag(\.allowsPrivateAddresses),
            "Let allowed hosts resolve to private IP addresses."),
        Setting(
            "recover", .flag(\.toleratesDamage),
            "Show the readable part of damaged images instead of an error."),
        Setting(
            "library", .text(\.library.orEmpty),
            "A library to serve under /library, with its images as library:ID.", valueName: "dir"),
        Setting(
            "tokenFile", .text(\.tokenFile.orEmpty), "A file of library tokens, one NAME:TOKEN per line.",
            valueName: "file"),
        Setting(
            "publicLibrary", .flag(\.allowsAnonymousReading),
            "Let anonymous clients read the library. Changes still require a token."),
        Setting(
            "places", .text(\.places.orEmpty),
            "The place search service, used if the library's place-lookups setting is on: nominatim, foursquare (requires a key) "
                + "or none. (none)",
            valueName: "service"),
        Setting(
            "tiles", .text(\.tiles.orEmpty),
            "Streets for the app's map: the tile URL and its credit, such as "
                + "https://tile.example.org/{z}/{x}/{y}.png © OpenStreetMap contributors; [text](URL) is a link. (none)",
            valueName: "url credit"),
        Setting(
            "rate", .number(\.rate, notNegative),
            "The sustained number of requests per second for each client. (unlimited)", valueName: "n"),
        Setting(
            "burst", .number(\.burst, positive),
            "The number of requests that an idle client may send at once, if rate is set. (\(defaults.burst))",
            valueName: "n"),
        Setting(
            "trustedProxies", .list(\.trustedProxies), "Proxies whose X-Forwarded-For header is trusted.",
            valueName: "ip"),
        Setting(
            "corsOrigins", .list(\.corsOrigins),
            "Web pages that may read responses, such as https://example.org; * for all.", valueName: "origin"),
        Setting(
            "cache", .text(\.cache.orEmpty), "The folder for cached results and fetched images.", valueName: "dir"),
        Setting(
            "results", .text(\.results.orEmpty), "A bucket for results that replicas share: s3://BUCKET/PREFIX.",
            valueName: "url"),
        Setting(
            "resultsFor", .text(\.resultsFor),
            "The results to share: presets, signed (includes presets), or all. (signed)",
            valueName: "requests"),
        Setting(
            "cacheBytes", .number(\.cacheBytes, notNegative),
            "The maximum size of the cache folder in bytes; 0 turns the cache off."),
        Setting(
            "maximumSourceBytes", .number(\.maximumSourceBytes, positive),
            "The maximum size of a source file in bytes."),
        Setting(
            "maximumPixels", .number(\.maximumPixels, positive),
            "The maximum number of pixels in a source or a result."),
        Setting(
            "maximumAge", .number(\.maximumAge.wholeSeconds, notNegative),
            "The time for which clients and caches may keep a result (max-age), in seconds."),
        Setting(
            "cacheControl", .text(\.cacheControl.orEmpty),
            "Cache-Control directives for shared caches, such as s-maxage=600, stale-if-error=900. (none)"),
        Setting(
            "cacheTags", .text(\.cacheTags.orEmpty),
            "The response header that contains tags of the source images: Cache-Tag or Surrogate-Key. (none)"),
        Setting(
            "drainSeconds", .number(\.drainDuration.wholeSeconds, notNegative),
            "The time after SIGTERM in which /readyz returns 503 while connections are still accepted, in seconds. (0)",
            valueName: "n"),
        Setting(
            "shutdownSeconds", .number(\.shutdownTimeout.wholeSeconds, positive),
            "The time that running requests have to finish after the service stops accepting connections, in seconds."),
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

    /// The default value as text; `nil` if the value is empty.
    package var standard: String? {
        let value = node(in: Self.defaults)
        let text = value.integer.map(String.init) ?? value.string ?? value.strings.joined(separator: ",")
        return text.isEmpty ? nil : text
    }

    /// Returns the setting with the given name; `nil` if there is none.
    package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }
}
