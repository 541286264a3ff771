/// The settings of the service.
public struct ServerConfiguration: Sendable, Equatable {
    /// Name or address to listen on. The default can be reached from this machine only.
    public var host = "127.0.0.1"
    /// Port to listen on; 0 takes any free one.
    public var port = 8080
    /// Path of a socket of the file system to listen on instead, for a proxy on this machine; empty for none.
    public var socket = ""
    /// Folders whose pictures are served, and places in object storage as `s3://bucket/prefix`, in the order in which they are searched.
    public var images: [String] = []
    /// Ways to show pictures that need no signature, as `card=300x200/smart/filters:quality(80)`.
    public var presets: [String] = []
    /// The address at which clients reach the service, as `https://pictures.example.org`, for addresses in answers. Empty for the name that they
    /// use.
    public var publicAddress = ""
    /// Names by which clients may call the service, besides addresses: `pictures.example.org`, `*.example.org`. Empty for any
    /// name, or for those of this machine when nobody else can reach it.
    public var allowedNames: [String] = []
    /// Pictures that a preset shows, as `card=paris/` or `card=https://example.org/`: names that begin so. Those without an entry show all.
    public var presetSources: [String] = []
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
    public var appFolder = ""
    /// The service that is asked for places: `nominatim`, or `foursquare` with a key; empty for none.
    public var places = ""
    /// The address of map tiles for the web app, with `{z}`, `{x}` and `{y}`; empty for its own outlines alone.
    public var tiles = ""
    /// The credit that the terms of the tiles ask to show.
    public var tilesCredit = ""
    /// Most bytes of a picture or video that the library takes in.
    public var maximumUploadBytes = 1 << 30
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
    /// Most bytes of what is posted: a picture and what belongs to it.
    public var maximumBodyBytes = 34 << 20
    /// Most bytes of source pictures in memory at the same time.
    public var sourceBytesInFlight = 128 << 20
    /// Most pictures that are fetched at the same time.
    public var maximumFetches = 64
    /// Most pixels of a source and of a result.
    public var maximumPixels = 50_000_000
    /// Most pixels in work at the same time: those of sources, results and all between.
    public var pixelsInFlight = 100_000_000
    /// Most pictures that wait for room.
    public var queueLength = 256
    /// Seconds that a picture waits for room before it is refused.
    public var queueSeconds = 10
    /// Seconds of work that a result may take; time in the queue does not count.
    public var renderSeconds = 30
    /// Seconds that a fetched picture may take, or all those together that one result is made of.
    public var fetchSeconds = 20
    /// Seconds for which a fetched picture counts as fresh, unless its origin allows less.
    public var fetchedSeconds = 86_400
    /// Seconds after which an object of object storage is asked for anew, if it changed.
    public var objectSeconds = 60
    /// Most seconds for which a picture whose origin is away is used although it is not fresh any more.
    public var staleSeconds = 86_400
    /// Seconds in which a client has to send a request, take an answer, or begin the next request.
    public var clientSeconds = 30
    /// Most connections; others wait to be accepted.
    public var maximumConnections = 4_096
    /// Most bytes of an address.
    public var maximumURLBytes = 8_192
    /// Seconds for which clients and caches may keep a result.
    public var maximumAge = 86_400
    /// Seconds for which shared caches, such as a CDN, may keep a result; 0 for as long as clients.
    public var sharedMaximumAge = 0
    /// Seconds after that in which caches may use a result while they ask for it anew; 0 for none.
    public var staleWhileRevalidate = 0
    /// Seconds after that in which caches may use a result while the service is away; 0 for none.
    public var staleIfError = 0
    /// The field that tells caches of what pictures a result is made, `Cache-Tag` or `Surrogate-Key`; empty for none.
    public var cacheTags = ""
    /// Seconds between the signal to stop, from which on `/readyz` answers 503, and the end of new connections.
    public var drainSeconds = 0
    /// Seconds that requests have to finish when no more connections are taken.
    public var shutdownSeconds = 30

    /// The defaults.
    public init() {}
}
