import HTTPTypes
import PostcardCore
public import PostcardImaging

/// The settings of the service.
public struct ServerConfiguration: Sendable, Equatable {
    /// The host name or IP address to listen on, or the path of a Unix socket. By default, only this machine can connect.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 selects any free port.
    public var port = 8080
    /// The image folders, and object storage locations as `s3://bucket/prefix`, in the order in which they are searched.
    public var images: [String] = []
    /// The presets, whose URLs need no signature: `card=300x200/smart/filters:quality(80)`, or `card=300x200 paris/` for images whose names
    /// start with a prefix.
    public var presets: [String] = []
    /// The URL at which clients reach the service, such as `https://pictures.example.org`, for URLs in responses; `nil` to use the host in
    /// requests.
    public var publicAddress: String?
    /// The host names that clients may use, such as `pictures.example.org` or `*.example.org`. IP addresses are always allowed. If empty,
    /// any name is allowed or, if the service listens on loopback without a proxy, only names of this machine.
    public var allowedNames: [String] = []
    /// The names of ``formats`` as written in settings; a single `none` for the format of the source.
    package var formatNames = ["webp"]
    /// The qualities of formats for URLs that don't specify a quality, such as `avif=50`.
    public var qualities: [String] = []
    /// True to write progressive JPEG files.
    public var writesProgressiveJPEG = false
    /// The name of the image for imgproxy's `watermark` option; `nil` if there is none.
    public var watermark: String?
    /// The name of the image to show instead of missing and unreadable images; `nil` to respond with an error.
    public var fallback: String?
    /// The URL that relative names are resolved against if no file matches, such as `https://example.org/photos/`; `nil` if there is none.
    public var baseURL: String?
    /// True to use client hints for DPR and width in imgproxy URLs and presets.
    public var usesClientHints = false
    /// The keys that sign URLs. A signature by any of the keys is valid. Secret.
    public var keys: [String] = []
    /// The keys for imgproxy URLs, as `KEY:SALT`, both in hexadecimal. Secret.
    public var imgproxyKeys: [String] = []
    /// True to accept URLs without a signature (`/unsafe/…`).
    public var allowsUnsigned = false
    /// True to ignore unknown and invalid filters in thumbor URLs, as thumbor does, instead of rejecting the URL. Presets are always strict.
    public var ignoresUnknownFilters = false
    /// The hosts that images are fetched from: `example.org`, `*.example.org` or `*`, with `:PORT` for a port other than the default. Names
    /// that start with such a host need no scheme: `https` is used, or `http` for an entry such as `http://example.org`.
    public var allowedHosts: [String] = []
    /// True to allow these hosts to resolve to IP addresses of private networks or of this machine.
    public var allowsPrivateAddresses = false
    /// True to show the readable part of truncated and damaged images instead of an error.
    public var toleratesDamage = false
    /// The path of the library to serve; `nil` if there is none.
    public var library: String?
    /// True if reading the library requires no token.
    public var allowsAnonymousReading = false
    /// The tokens for the library: `NAME:TOKEN`, or `NAME:TOKEN:read` for a read-only token. Secret.
    public var tokens: [String] = []
    /// The path of a file with such tokens, one per line; `nil` if there is none.
    public var tokenFile: String?
    /// The folder of the web app's files, read for each request during development; empty for the embedded files.
    package var appFolder = ""
    /// The place search service: `nominatim`, or `foursquare` with a key; `none` or `nil` if there is none.
    public var places: String?
    /// The URL template of map tiles for the web app, with `{z}`, `{x}` and `{y}`, then a space and the credit that the tiles' terms
    /// require; `nil` for the built-in map.
    public var tiles: String?
    /// The sustained number of requests per second for each client; 0 for no limit.
    public var rate = 0
    /// The maximum number of requests that an idle client may send at once.
    public var burst = 50
    /// The IP addresses of proxies whose `X-Forwarded-For` header is trusted.
    public var trustedProxies: [String] = []
    /// The origins of web pages that may read responses, such as `https://example.org`; `*` for all.
    public var corsOrigins: [String] = []
    /// The path of the cache folder, which only one process may use; `nil` if there is none.
    public var cache: String?
    /// The maximum size of the cache in bytes; 0 to turn off the cache.
    public var cacheBytes = 1 << 30
    /// The object storage location for results that replicas share, as `s3://bucket/prefix`; `nil` if there is none.
    public var results: String?
    /// The name of ``sharedResults`` as written in settings.
    package var resultsFor = SharedResultScope.signed.rawValue
    /// The maximum size of a source file in bytes.
    public var maximumSourceBytes = 32 << 20
    /// The maximum number of pixels in a source or a result.
    public var maximumPixels = 50_000_000
    /// The time for which clients and caches may keep a result, in whole seconds.
    public var maximumAge = Duration.seconds(86_400)
    /// The `Cache-Control` directives for shared caches such as a CDN, for example `s-maxage=600, stale-if-error=900`; `nil` if there are
    /// none.
    public var cacheControl: String?
    /// The response header that contains tags of the source images, `Cache-Tag` or `Surrogate-Key`; `nil` if there is none.
    public var cacheTags: String?
    /// The time after SIGTERM during which connections are still accepted while `/readyz` responds with 503, in whole seconds.
    public var drainDuration = Duration.zero
    /// The time for running requests to finish after the drain, in whole seconds; at least 1.
    public var shutdownTimeout = Duration.seconds(30)

    /// The limits that are not settings.
    var limits = Limits()

    /// Creates the default settings.
    public init() {}
}

extension ServerConfiguration {
    /// The formats for clients that accept them, best first: AVIF, WebP or both. If empty, results have the format of their source.
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
    /// The limits that are not settings. Tests change them.
    struct Limits: Sendable, Equatable {
        /// The maximum number of bytes of source files in memory.
        var sourceBytesInFlight = 128 << 20
        /// The maximum size of a request body in bytes; `nil` for the maximum size of a source file plus 2 MiB.
        var bodyBytes: Int?
        /// The maximum number of pixels being processed at a time, in sources, results and intermediate images; `nil` for two images of the
        /// maximum size, limited to 100 million pixels but at least one image.
        var pixelsInFlight: Int?
        /// The maximum size of the results in memory in bytes; `nil` for an eighth of the memory for pixels being processed.
        var resultBytes: Int?
        /// The maximum number of images fetched at a time.
        var fetches = 64
        /// The maximum length of a queue for permits, and the timeout in seconds for waiting in it.
        var (queueLength, queueSeconds) = (256, 10)
        /// The timeout for rendering a result, in seconds of thread time, excluding time in queues.
        var renderSeconds = 30
        /// The maximum size in bytes of a picture or video uploaded to the library.
        var uploadBytes = 1 << 30
        /// The timeout in seconds for fetching one image, or all images of a result together.
        var fetchSeconds = 20
        /// The number of seconds for which a fetched image is fresh, unless its origin allows less, and the number of further seconds for
        /// which the image may be used while its origin is down.
        var (fetchedSeconds, staleSeconds) = (86_400, 86_400)
        /// The number of seconds after which a file from object storage is revalidated.
        var objectSeconds = 60
        /// The timeout in seconds for a client that sends a request, reads a response, or keeps an idle connection.
        var clientSeconds = 30
        /// The maximum number of connections; further connections wait to be accepted.
        var connections = 4_096
        /// The maximum length of a request target in bytes.
        var urlBytes = 8_192
    }

    /// The path of the Unix socket to listen on; empty if the service listens on an IP address or name.
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
            allowsUnsigned: allowsUnsigned,
            publicAddress: publicAddress.map { String($0.reversed().drop { $0 == "/" }.reversed()) },
            ignoresUnknownFilters: ignoresUnknownFilters, usesClientHints: usesClientHints, fallback: fallback,
            sharedResults: sharedResults, maximumAge: maximumAge.wholeSeconds, cacheControl: cacheControl,
            cacheTags: cacheTags, bodyBytes: bodyBytes)
    }

    /// Returns the formats for clients that accept them, best first.
    ///
    /// - Throws: ``StartupError`` for an invalid format.
    func preferredFormats() throws(StartupError) -> [ImageFormat] {
        try (formatNames == ["none"] ? [] : formatNames).map { name throws(StartupError) in
            guard let format = ImageFormat(writableExtension: name), [.webp, .avif].contains(format) else {
                throw .badSetting(
                    "formats can't contain \"\(name)\". Use avif and webp, preferred format first, or just none."
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
    /// Creates the file options from the settings, for URLs without options.
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
                throw .badSetting("\"\(text)\" is not a quality. Write FORMAT=1 to FORMAT=100, such as avif=50.")
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
