/// A stand-in for Flickr on 127.0.0.1: its search call and its picture host on one port, with their quirks and faults.
///
/// It knows nothing of the client it is there to test. What it does follows Flickr's documentation and recordings of the
/// service; see ``Quirks`` and ``Fault`` for what can be switched.
public final class FlickrStandIn: Sendable {
    /// What the stand-in knows and how it behaves.
    public struct Settings: Sendable {
        /// The photos it has.
        public var photos: [FlickrStandInPhoto]
        /// Its present in seconds since 1970, from which the twelve hours of a search without a date are counted.
        public var now = FlickrStandIn.defaultNow
        /// The keys that exist; `nil` when any well-formed one does.
        public var knownKeys: Set<String>?
        /// Keys that have expired.
        public var expiredKeys: Set<String> = []
        /// How its replies differ from the plainest form.
        public var quirks: Quirks = []
        /// The bytes of a photo's file, by its id, the letters of the size (`""` for 500 pixels) and the size's width and
        /// height; `nil` for a JPEG made in code.
        public var picture: (@Sendable (_ id: String, _ suffix: String, _ width: Int, _ height: Int) -> [UInt8])?

        /// Creates settings.
        public init(photos: [FlickrStandInPhoto]) { self.photos = photos }
    }

    /// The stand-in's present unless it is told another one: 1 September 2026, noon.
    public static let defaultNow = 1_788_264_000

    /// The path of API calls.
    public static let apiPath = "/services/rest/"

    /// The directory that pictures are in.
    static let pictureDirectory = "/65535/"

    private let server: TestHTTPServer
    private let state: FlickrStandInState

    /// Starts a stand-in, which is listening when this returns.
    ///
    /// - Parameter port: The port to listen on; 0 for a free one.
    /// - Throws: An error of the system when it cannot listen.
    public init(_ settings: Settings, port: Int = 0) async throws {
        let state = FlickrStandInState(settings)
        self.state = state
        server = try await TestHTTPServer(port: port) { await state.reply(to: $0) }
    }

    /// Where the client has to send API calls: `http://127.0.0.1:PORT/services/rest/`.
    public var endpoint: String { server.address + Self.apiPath }

    /// Where the pictures are: `http://127.0.0.1:PORT/`.
    public var pictureHost: String { server.address + "/" }

    /// Makes the next requests of a kind fail, one fault each.
    ///
    /// - Parameter faults: What happens to the next requests, in order; `nil` lets one pass.
    public func script(_ faults: [Fault?], for kind: RequestKind) async {
        await state.script(faults, for: kind)
    }

    /// The requests that came so far.
    public func requests(_ kind: RequestKind) async -> [TestHTTPRequest] {
        await state.requests(kind)
    }

    /// Stops the stand-in.
    public func stop() async {
        await server.stop()
    }

    /// Returns when the stand-in has stopped.
    public func waitUntilStopped() async throws {
        try await server.waitUntilStopped()
    }
}
