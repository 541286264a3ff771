/// The settings of the service.
public struct ServerConfiguration: Sendable, Equatable {
    /// Name or address to listen on, or the path of a socket of the file system. The default can be reached from this machine only.
    public var host = "127.0.0.1"
    /// Port to listen on; 0 takes any free one.
    public var port = 8080
    /// Folders whose pictures are served, and places in object storage as `s3://bucket/prefix`, in the order in which they are searched.
    public var images: [String] = []
    /// Ways to show pictures that need no signature, as `card=300x200/smart/filters:quality(80)`; with `card=300x200 paris/` only pictures
    /// whose names begin so.
    public var presets: [String] = []
    /// The address at which clients reach the service, as `https://pictures.example.org`, for addresses in answers. Empty for the name that they
    /// use.
    public var publicAddress = ""
    /// Names by which clients may call the service, besides addresses: `pictures.example.org`, `*.example.org`. Empty for any
    /// name, or for those of this machine when nobody else can reach it.
    public var allowedNames: [String] = []
    /// Formats that clients get who name them in `Accept`, the best first: `avif`, `webp`; `none` alone for that of the source.
    public var formats = ["webp"]
    /// The quality of formats where an address says none, as `avif=50`.
    public var qualities: [String] = []
    /// True to write JPEG files that show the whole picture from their first bytes on.
    public var progressive = false
    /// The name of the picture that imgproxy's option `watermark` lays on others; empty for none.
    public var watermark = ""
    /// The name of the picture that is shown for one that is not there or cannot be read; empty for an error.
    public var fallback = ""
    /// The beginning of pictures' names that say no place themselves and are no files, as `https://example.org/`.
    public var baseURL = ""
    /// True to heed the density and width that browsers tell of their screens, in imgproxy's addresses and presets.
    public var clientHints = false
    /// Keys of which any may sign addresses. Secret.
    public var keys: [String] = []
    /// Keys of imgproxy's addresses, as `KEY:SALT`, both in hexadecimal. Secret.
    public var imgproxyKeys: [String] = []
    /// True to answer addresses without a signature (`/unsafe/…`).
    public var allowsUnsigned = false
    /// True to leave filters of thumbor's addresses out that are unknown or have wrong arguments, as thumbor does, instead of refusing
    /// the address. Presets are always read strictly.
    public var lenientFilters = false
    /// Hosts that pictures are fetched from: `example.org`, `*.example.org`, `*`, each with `:PORT` where it is unusual. Names that begin
    /// with one need no scheme, which is `https`, or `http` for `http://example.org`.
    public var allowedHosts: [String] = []
    /// True when these hosts may have addresses of private networks or of this machine.
    public var allowsPrivateAddresses = false
    /// True to show what can be read of pictures that are cut off or damaged, instead of an error.
    public var recover = false
    /// Folder of the library that is served; empty for none.
    public var library = ""
    /// True when the library can be read without a token.
    public var publicLibrary = false
    /// Tokens for the library: `NAME:TOKEN`, or `NAME:TOKEN:read` for one that only reads. Secret.
    public var tokens: [String] = []
    /// Path of a file with such tokens, one a line; empty for none.
    public var tokenFile = ""
    /// Folder of the web app's files, read for each request, for work on them; empty for those in the program.
    package var appFolder = ""
    /// The service that is asked for places: `nominatim`, or `foursquare` with a key; empty for none.
    public var places = ""
    /// The address of map tiles for the web app, with `{z}`, `{x}` and `{y}`, and behind a space the credit that their terms ask for; empty
    /// for its own outlines alone.
    public var tiles = ""
    /// Requests a second that a client may send in the long run; 0 for any number.
    public var rate = 0
    /// Requests that a client who was quiet may send at once.
    public var burst = 50
    /// Addresses of proxies whose `X-Forwarded-For` says who the client is.
    public var trustedProxies: [String] = []
    /// Origins of web pages that may read answers, such as `https://example.org`; `*` for all.
    public var corsOrigins: [String] = []
    /// Folder of the cache, for this process alone; empty for none.
    public var cache = ""
    /// Most bytes in the cache.
    public var cacheBytes = 1 << 30
    /// A place in object storage for results that replicas share, as `s3://bucket/prefix`; empty for none.
    public var results = ""
    /// The requests whose results are shared: `presets`, `signed` for these and signed addresses, or `all`.
    public var resultsFor = "signed"
    /// Most bytes of a source picture.
    public var maximumSourceBytes = 32 << 20
    /// Most pixels of a source and of a result.
    public var maximumPixels = 50_000_000
    /// Seconds for which clients and caches may keep a result.
    public var maximumAge = 86_400
    /// Directives for shared caches, such as a CDN, that are added to `Cache-Control`: `s-maxage=600, stale-if-error=900`; empty for none.
    public var cacheControl = ""
    /// The field that tells caches of what pictures a result is made, `Cache-Tag` or `Surrogate-Key`; empty for none.
    public var cacheTags = ""
    /// Seconds between the signal to stop, from which on `/readyz` answers 503, and the end of new connections.
    public var drainSeconds = 0
    /// Seconds that requests have to finish when no more connections are taken.
    public var shutdownSeconds = 30

    /// Limits that follow from the others, from memory and from processors.
    var limits = Limits()

    /// The defaults.
    public init() {}
}

extension ServerConfiguration {
    /// Limits that are no settings. Tests change them.
    struct Limits: Sendable, Equatable {
        /// Bytes of source pictures in memory at the same time.
        var sourceBytesInFlight = 128 << 20
        /// Bytes of what is posted; `nil` for those of a picture, and 2 MiB for what belongs to it.
        var bodyBytes: Int?
        /// Pixels in work at the same time, of sources, results and all between; `nil` for two of the largest pictures, or 100 million.
        var pixelsInFlight: Int?
        /// Pictures that are fetched at the same time.
        var fetches = 64
        /// Pictures that wait for room, and seconds that one waits.
        var (queueLength, queueSeconds) = (256, 10)
        /// Seconds of work that a result may take; time in the queue does not count.
        var renderSeconds = 30
        /// Bytes of a picture or video that the library takes in.
        var uploadBytes = 1 << 30
        /// Seconds that a fetched picture may take, or all those together that one result is made of.
        var fetchSeconds = 20
        /// Seconds for which a fetched picture counts as fresh, unless its origin allows less, and for which it is used in place of one
        /// whose origin is away.
        var (fetchedSeconds, staleSeconds) = (86_400, 86_400)
        /// Seconds after which an object of object storage is asked for anew.
        var objectSeconds = 60
        /// Seconds in which a client has to send a request, take an answer, or begin the next request.
        var clientSeconds = 30
        /// Connections; others wait to be accepted.
        var connections = 4_096
        /// Bytes of an address.
        var urlBytes = 8_192
    }

    /// The path of a socket of the file system to listen on; empty for an address.
    package var socket: String { host.hasPrefix("/") ? host : "" }

    var bodyBytes: Int { limits.bodyBytes ?? maximumSourceBytes.addedClamped(2 << 20) }

    var pixelsInFlight: Int {
        limits.pixelsInFlight ?? max(maximumPixels, min(100_000_000, maximumPixels.multipliedClamped(by: 2)))
    }
}
