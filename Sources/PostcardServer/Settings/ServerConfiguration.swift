import HTTPTypes
public import PostcardImaging

/// The settings of the service.
public struct ServerConfiguration: Sendable, Equatable {
    /// The name or address to listen on, or the path of a Unix socket. The default can be reached from this machine only.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for any free one.
    public var port = 8080
    /// The folders whose pictures are served, and places in object storage as `s3://bucket/prefix`, in the order in which they are searched.
    public var images: [String] = []
    /// The presets, whose addresses need no signature: `card=300x200/smart/filters:quality(80)`, or `card=300x200 paris/` for pictures whose names
    /// begin with a prefix.
    public var presets: [String] = []
    /// The URL at which clients reach the service, such as `https://pictures.example.org`, for URLs in responses; `nil` for the host in requests.
    public var publicAddress: String?
    /// The names by which clients may call the service besides IP addresses, such as `pictures.example.org` or `*.example.org`. Empty for any name,
    /// or only those of this machine where the service listens on loopback without a proxy.
    public var allowedNames: [String] = []
    /// The names of ``formats``, as they are written in settings: `none` alone for the format of the source.
    package var formatNames = ["webp"]
    /// The qualities of formats for addresses without one, such as `avif=50`.
    public var qualities: [String] = []
    /// True to write progressive JPEG files.
    public var writesProgressiveJPEG = false
    /// The name of the picture for imgproxy's option `watermark`; `nil` for none.
    public var watermark: String?
    /// The name of the picture that is shown for a missing or unreadable one; `nil` for an error.
    public var fallback: String?
    /// The URL that relative names are resolved against if no file matches, such as `https://example.org/photos/`; `nil` for none.
    public var baseURL: String?
    /// True to use the client hints for density and width in imgproxy's URLs and in presets.
    public var usesClientHints = false
    /// The keys for addresses, of which any may sign. Secret.
    public var keys: [String] = []
    /// The keys for imgproxy's addresses, as `KEY:SALT`, both in hexadecimal. Secret.
    public var imgproxyKeys: [String] = []
    /// True to allow addresses without a signature (`/unsafe/…`).
    public var allowsUnsigned = false
    /// True to ignore unknown and invalid filters in thumbor's URLs, as thumbor does, instead of rejecting the request. Presets are always read
    /// strictly.
    public var ignoresUnknownFilters = false
    /// The hosts that pictures are fetched from: `example.org`, `*.example.org`, `*`, each with `:PORT` for other than the default port. Names of
    /// pictures that begin with such a host need no scheme; it is `https`, or `http` for an entry such as `http://example.org`.
    public var allowedHosts: [String] = []
    /// True to allow addresses of private networks and of this machine for these hosts.
    public var allowsPrivateAddresses = false
    /// True to show the readable part of truncated and damaged pictures instead of an error.
    public var toleratesDamage = false
    /// The path of the library that is served; `nil` for none.
    public var library: String?
    /// True if the library can be read without a token.
    public var allowsAnonymousReading = false
    /// The tokens for the library: `NAME:TOKEN`, or `NAME:TOKEN:read` for one that only reads. Secret.
    public var tokens: [String] = []
    /// The path of a file with such tokens, one a line; `nil` for none.
    public var tokenFile: String?
    /// The folder of the web app's files, read for each request during development; empty for the embedded files.
    package var appFolder = ""
    /// The service for place names: `nominatim`, or `foursquare` with a key; `none` or `nil` for none.
    public var places: String?
    /// The URL template of map tiles for the web app, with `{z}`, `{x}` and `{y}`, followed by a space and the credit that their terms require; `nil`
    /// for the app's own map.
    public var tiles: String?
    /// The sustained rate of a client in requests a second; 0 for no limit.
    public var rate = 0
    /// The largest number of requests that a client may send at once after a pause.
    public var burst = 50
    /// The addresses of proxies whose `X-Forwarded-For` is trusted.
    public var trustedProxies: [String] = []
    /// The origins of web pages that may read responses, such as `https://example.org`; `*` for all.
    public var corsOrigins: [String] = []
    /// The path of the cache folder, which only one process may use; `nil` for none.
    public var cache: String?
    /// The largest size of the cache in bytes; 0 keeps nothing.
    public var cacheBytes = 1 << 30
    /// The place in object storage for results that replicas share, as `s3://bucket/prefix`; `nil` for none.
    public var results: String?
    /// The name of ``sharedResults``, as it is written in settings.
    package var resultsFor = SharedResultScope.signed.rawValue
    /// The largest size of a source picture in bytes.
    public var maximumSourceBytes = 32 << 20
    /// The largest number of pixels of a source and of a result.
    public var maximumPixels = 50_000_000
    /// The time for which clients and caches may keep a result, in whole seconds.
    public var maximumAge = Duration.seconds(86_400)
    /// The directives for shared caches, such as a CDN, that are added to `Cache-Control`: `s-maxage=600, stale-if-error=900`; `nil` for none.
    public var cacheControl: String?
    /// The header with the cache tags of a result's sources, `Cache-Tag` or `Surrogate-Key`; `nil` for none.
    public var cacheTags: String?
    /// The time after SIGTERM in which connections are still accepted while `/readyz` responds with 503, in whole seconds.
    public var drainDuration = Duration.zero
    /// The time that running requests have to finish after that, in whole seconds of at least 1.
    public var shutdownTimeout = Duration.seconds(30)

    /// The limits that are no settings.
    var limits = Limits()

    /// Makes the default settings.
    public init() {}
}

extension ServerConfiguration {
    /// The formats for clients that name them in `Accept`, the best first: AVIF, WebP or both. Without any, results have the format of their source.
    public var formats: [ImageFormat] {
        get { formatNames.compactMap { ImageFormat(writableExtension: $0) } }
        set { formatNames = newValue.isEmpty ? ["none"] : newValue.map(\.fileExtension) }
    }

    /// The requests whose results replicas share in ``results``.
    public var sharedResults: SharedResultScope {
        get { SharedResultScope(rawValue: resultsFor) ?? .signed }
        set { resultsFor = newValue.rawValue }
    }
}

extension ServerConfiguration {
    /// The limits that are no settings, which tests change.
    struct Limits: Sendable, Equatable {
        /// The largest number of bytes of source pictures in memory.
        var sourceBytesInFlight = 128 << 20
        /// The largest request body in bytes; `nil` for the size of a source picture and 2 MiB.
        var bodyBytes: Int?
        /// The largest number of pixels in work at a time, of sources, results and intermediate pictures; `nil` for those of two of the largest
        /// pictures, or 100 million.
        var pixelsInFlight: Int?
        /// The largest size of the results in memory in bytes; `nil` for an eighth of the memory for pixels in work.
        var resultBytes: Int?
        /// The largest number of pictures that are fetched at a time.
        var fetches = 64
        /// The longest queue for a permit, and the seconds of its timeout.
        var (queueLength, queueSeconds) = (256, 10)
        /// The seconds of thread time that a result may take, without the time in queues.
        var renderSeconds = 30
        /// The largest uploaded picture or video of the library in bytes.
        var uploadBytes = 1 << 30
        /// The seconds in which a picture, or all pictures of a result together, have to be fetched.
        var fetchSeconds = 20
        /// The seconds for which a fetched picture is fresh, unless its origin allows less, and after that may be used during an outage of its
        /// origin.
        var (fetchedSeconds, staleSeconds) = (86_400, 86_400)
        /// The seconds after which an object of object storage is revalidated.
        var objectSeconds = 60
        /// The seconds in which a client has to send a request, take a response, or begin the next request.
        var clientSeconds = 30
        /// The largest number of connections; further ones wait to be accepted.
        var connections = 4_096
        /// The longest target of a request in bytes.
        var urlBytes = 8_192
    }

    /// The path of the Unix socket to listen on; empty for an address.
    package var socket: String { host.hasPrefix("/") ? host : "" }

    var bodyBytes: Int { limits.bodyBytes ?? maximumSourceBytes.addedClamped(2 << 20) }

    var resultBytes: Int { limits.resultBytes ?? pixelsInFlight / 2 }

    var pixelsInFlight: Int {
        limits.pixelsInFlight ?? max(maximumPixels, min(100_000_000, maximumPixels.multipliedClamped(by: 2)))
    }
}

// MARK: Settings of the parts of the service

extension ServerConfiguration {
    var givenPictures: [String] { [watermark, fallback].compactMap(\.self) }

    var access: AccessSettings {
        AccessSettings(
            keys: keys, imgproxyKeys: imgproxyKeys, tokens: tokens, tokenFile: tokenFile, library: library,
            allowsAnonymousReading: allowsAnonymousReading, rate: rate, burst: burst, trustedProxies: trustedProxies,
            corsOrigins: corsOrigins, allowedNames: allowedNames, host: host, publicAddress: publicAddress,
            images: images, allowedHosts: allowedHosts, givenPictures: givenPictures)
    }

    var pictures: PictureSettings {
        PictureSettings(
            allowsUnsigned: allowsUnsigned, publicAddress: publicAddress,
            ignoresUnknownFilters: ignoresUnknownFilters, usesClientHints: usesClientHints, fallback: fallback,
            sharedResults: sharedResults, maximumAge: maximumAge.wholeSeconds, cacheControl: cacheControl,
            cacheTags: cacheTags, bodyBytes: bodyBytes)
    }

    /// Returns the formats for clients that name them in `Accept`, the best first.
    ///
    /// - Throws: ``StartupError`` for an invalid format.
    func preferredFormats() throws(StartupError) -> [ImageFormat] {
        try (formatNames == ["none"] ? [] : formatNames).map { name throws(StartupError) in
            guard let format = ImageFormat(writableExtension: name), [.webp, .avif].contains(format) else {
                throw .badSetting(
                    "formats cannot have \"\(name)\". Name avif, webp or both, the one that clients should get first, or none alone."
                )
            }
            return format
        }
    }
}

extension Presets {
    init(_ settings: ServerConfiguration) throws(StartupError) {
        try self.init(
            settings.presets, watermark: settings.watermark, given: settings.givenPictures)
    }
}

extension OutputOptions {
    /// Makes the file options of the settings, for addresses without their own.
    ///
    /// - Throws: ``StartupError`` for an invalid quality.
    init(_ settings: ServerConfiguration) throws(StartupError) {
        isProgressive = settings.writesProgressiveJPEG
        recovers = settings.toleratesDamage
        for text in settings.qualities {
            let fields = text.split(separator: "=", omittingEmptySubsequences: false)
            guard fields.count == 2, let format = ImageFormat(writableExtension: String(fields[0])),
                let quality = Int(fields[1]), 1...100 ~= quality
            else {
                throw .badSetting("\"\(text)\" is no quality. Write FORMAT=1 to FORMAT=100, as in avif=50.")
            }
            qualities[format] = quality
        }
    }
}

extension APIFeatures {
    init(_ settings: ServerConfiguration, presets: Presets, hasApp: Bool) {
        self.init(
            hasLibrary: settings.library != nil, isLibraryPublic: settings.allowsAnonymousReading, hasApp: hasApp,
            allowsUnsigned: settings.allowsUnsigned, hasKeys: !settings.keys.isEmpty || !settings.imgproxyKeys.isEmpty,
            presets: presets.names)
    }
}
