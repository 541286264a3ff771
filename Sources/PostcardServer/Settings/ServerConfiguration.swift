import HTTPTypes
import PostcardImaging

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
    /// The address of the service for clients, such as `https://pictures.example.org`, which responses contain; empty for the host in requests.
    public var publicAddress = ""
    /// The names by which clients may call the service besides IP addresses, such as `pictures.example.org` or `*.example.org`. Empty for any name,
    /// or only those of this machine where the service listens on loopback without a proxy.
    public var allowedNames: [String] = []
    /// The formats for clients that name them in `Accept`, the best first: `avif`, `webp`; `none` alone for the format of the source.
    public var formats = ["webp"]
    /// The qualities of formats for addresses without one, such as `avif=50`.
    public var qualities: [String] = []
    /// True to write progressive JPEG files.
    public var progressive = false
    /// The name of the picture for imgproxy's option `watermark`; empty for none.
    public var watermark = ""
    /// The name of the picture that is shown for a missing or unreadable one; empty for an error.
    public var fallback = ""
    /// The address that is put before names of pictures that have no place of their own and are no files, such as `https://example.org/`; empty for
    /// none.
    public var baseURL = ""
    /// True to use the client hints for density and width in imgproxy's addresses and presets.
    public var clientHints = false
    /// The keys for addresses, of which any may sign. Secret.
    public var keys: [String] = []
    /// The keys for imgproxy's addresses, as `KEY:SALT`, both in hexadecimal. Secret.
    public var imgproxyKeys: [String] = []
    /// True to allow addresses without a signature (`/unsafe/…`).
    public var allowsUnsigned = false
    /// True to leave out unknown and wrong filters of thumbor's addresses, as thumbor does, instead of refusing the address. Presets are always read
    /// strictly.
    public var lenientFilters = false
    /// The hosts that pictures are fetched from: `example.org`, `*.example.org`, `*`, each with `:PORT` for other than the default port. Names of
    /// pictures that begin with such a host need no scheme; it is `https`, or `http` for an entry such as `http://example.org`.
    public var allowedHosts: [String] = []
    /// True to allow addresses of private networks and of this machine for these hosts.
    public var allowsPrivateAddresses = false
    /// True to show the readable part of truncated and damaged pictures instead of an error.
    public var recover = false
    /// The folder of the library that is served; empty for none.
    public var library = ""
    /// True when the library can be read without a token.
    public var publicLibrary = false
    /// The tokens for the library: `NAME:TOKEN`, or `NAME:TOKEN:read` for one that only reads. Secret.
    public var tokens: [String] = []
    /// The path of a file with such tokens, one a line; empty for none.
    public var tokenFile = ""
    /// The folder of the web app's files, read for each request during development; empty for the embedded files.
    package var appFolder = ""
    /// The service for place names: `nominatim`, or `foursquare` with a key; `none` or empty for none.
    public var places = ""
    /// The address template of map tiles for the web app, with `{z}`, `{x}` and `{y}`, followed by a space and the credit that their terms require;
    /// empty for the app's own map.
    public var tiles = ""
    /// The sustained rate of a client in requests a second; 0 for no limit.
    public var rate = 0
    /// The largest number of requests that a client may send at once after a pause.
    public var burst = 50
    /// The addresses of proxies whose `X-Forwarded-For` is trusted.
    public var trustedProxies: [String] = []
    /// The origins of web pages that may read responses, such as `https://example.org`; `*` for all.
    public var corsOrigins: [String] = []
    /// The folder of the cache, which one process uses alone; empty for none.
    public var cache = ""
    /// The largest size of the cache in bytes; 0 keeps nothing.
    public var cacheBytes = 1 << 30
    /// The place in object storage for results that replicas share, as `s3://bucket/prefix`; empty for none.
    public var results = ""
    /// The requests whose results are shared: `presets`, `signed` for these and signed addresses, or `all`.
    public var resultsFor = "signed"
    /// The largest size of a source picture in bytes.
    public var maximumSourceBytes = 32 << 20
    /// The largest number of pixels of a source and of a result.
    public var maximumPixels = 50_000_000
    /// The seconds for which clients and caches may keep a result.
    public var maximumAge = 86_400
    /// The directives for shared caches, such as a CDN, that are added to `Cache-Control`: `s-maxage=600, stale-if-error=900`; empty for none.
    public var cacheControl = ""
    /// The field for the cache tags of a result's sources, `Cache-Tag` or `Surrogate-Key`; empty for none.
    public var cacheTags = ""
    /// The seconds between SIGTERM, from which on `/readyz` responds with 503, and the end of new connections.
    public var drainSeconds = 0
    /// The seconds in which running requests may end after that.
    public var shutdownSeconds = 30

    /// The limits that are no settings.
    var limits = Limits()

    /// Makes the default settings.
    public init() {}
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
    var givenPictures: [String] { [watermark, fallback].filter { !$0.isEmpty } }

    var access: AccessSettings {
        AccessSettings(
            keys: keys, imgproxyKeys: imgproxyKeys, tokens: tokens, tokenFile: tokenFile, library: library,
            publicLibrary: publicLibrary, rate: rate, burst: burst, trustedProxies: trustedProxies,
            corsOrigins: corsOrigins, allowedNames: allowedNames, host: host, publicAddress: publicAddress,
            images: images, allowedHosts: allowedHosts, givenPictures: givenPictures)
    }

    var pictures: PictureSettings {
        PictureSettings(
            allowsUnsigned: allowsUnsigned, publicAddress: publicAddress, lenientFilters: lenientFilters,
            clientHints: clientHints, fallback: fallback, resultSharing: PictureSettings.Sharing(rawValue: resultsFor),
            maximumAge: maximumAge, cacheControl: cacheControl, cacheTags: cacheTags, bodyBytes: bodyBytes)
    }

    /// Returns the formats for clients that name them in `Accept`, the best first.
    ///
    /// - Throws: ``StartupError`` for an invalid format.
    func preferredFormats() throws(StartupError) -> [ImageFormat] {
        try (formats == ["none"] ? [] : formats).map { name throws(StartupError) in
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
        isProgressive = settings.progressive
        recovers = settings.recover
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
            hasLibrary: !settings.library.isEmpty, isLibraryPublic: settings.publicLibrary, hasApp: hasApp,
            allowsUnsigned: settings.allowsUnsigned, hasKeys: !settings.keys.isEmpty || !settings.imgproxyKeys.isEmpty,
            presets: presets.names)
    }
}
