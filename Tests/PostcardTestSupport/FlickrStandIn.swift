/// A stand-in for Flickr on 127.0.0.1: its search call and its picture host on one port, with their quirks and faults.
///
/// The server is independent of the tested client, and follows Flickr's documentation and recordings of the service.
/// ``Quirks`` and ``Fault`` list the variations.
public final class FlickrStandIn: Sendable {
    /// The photos of the stand-in and its behavior.
    public struct Settings: Sendable {
        /// The photos.
        public var photos: [FlickrStandInPhoto]
        /// The current time in seconds since 1970. Searches without a date go back twelve hours from it.
        public var now = FlickrStandIn.defaultNow
        /// The valid keys; `nil` for any well-formed key.
        public var knownKeys: Set<String>?
        /// Expired keys.
        public var expiredKeys: Set<String> = []
        /// The differences between responses and the simplest form.
        public var quirks: Quirks = []
        /// Returns the bytes of a photo's file from its id, the suffix of the size (`""` for 500 pixels), and the size's width and height;
        /// `nil` for a JPEG made in code.
        public var picture: (@Sendable (_ id: String, _ suffix: String, _ width: Int, _ height: Int) -> [UInt8])?

        /// Makes settings.
        public init(photos: [FlickrStandInPhoto]) { self.photos = photos }
    }

    /// The default current time of the stand-in: 1 September 2026, noon.
    public static let defaultNow = 1_788_264_000

    /// The path of API calls.
    public static let apiPath = "/services/rest/"

    /// The folder of pictures.
    static let pictureDirectory = "/65535/"

    private let server: TestHTTPServer
    private let state: FlickrStandInState

    /// Starts a stand-in. It is listening when this returns.
    ///
    /// - Parameter port: the port to listen on; 0 for a free one.
    /// - Throws: a system error if it can't listen.
    public init(_ settings: Settings, port: Int = 0) async throws {
        let state = FlickrStandInState(settings)
        self.state = state
        server = try await TestHTTPServer(port: port) { await state.reply(to: $0) }
    }

    /// The URL for API calls: `http://127.0.0.1:PORT/services/rest/`.
    public var endpoint: String { server.address + Self.apiPath }

    /// The URL of the pictures: `http://127.0.0.1:PORT/`.
    public var pictureHost: String { server.address + "/" }

    /// Makes the next requests of a kind fail, one fault each.
    ///
    /// - Parameter faults: the faults of the next requests, in order; `nil` for a normal response.
    public func script(_ faults: [Fault?], for kind: RequestKind) async {
        await state.script(faults, for: kind)
    }

    /// Returns the requests received so far.
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
