/// A stand-in for Wikimedia Commons on 127.0.0.1: its Action API and its picture host on one port, with their rules.
///
/// The server is independent of the tested client. Clients whose user agent has no contact URL get 403. Thumbnails in widths other
/// than Wikimedia's get 400. Out-of-range radii cause an error with HTTP status 200. At most 50 files are described in one response.
public final class CommonsStandIn: Sendable {
    /// The part of the server that receives a request.
    public enum RequestKind: Sendable {
        /// An API call.
        case api
        /// A download of a picture.
        case picture
    }

    private let server: TestHTTPServer
    private let api = StandInScript()
    private let pictures = StandInScript()

    /// Starts a stand-in. It is listening when this returns.
    ///
    /// - Parameter thumbnailsPerReply: the maximum number of files in one response, before it must be continued.
    /// - Throws: a system error if it can't listen.
    public init(_ files: [CommonsStandInFile], thumbnailsPerReply: Int = 50) async throws {
        let api = api
        let pictures = pictures
        server = try await TestHTTPServer { request in
            guard request.headers["user-agent"]?.contains("(+http") == true else {
                return .text(
                    "Please set a user-agent and respect our robot policy https://w.wiki/4wJS. See also T400119.",
                    contentType: "text/plain", status: 403)
            }
            if request.path == "/w/api.php" {
                let host = "http://\(request.headers["host"] ?? "127.0.0.1")"
                return await api.reply(to: request) {
                    CommonsStandInAPI(
                        files: files, arguments: request.query, host: host, thumbnailsPerReply: thumbnailsPerReply
                    ).reply()
                }
            }
            return await pictures.reply(to: request) {
                CommonsStandInPictures(files: files).reply(to: request.path).continued(for: request)
            }
        }
    }

    /// The URL for API calls.
    public var endpoint: String { server.address + "/w/api.php" }

    /// Sets the faults of the next requests of a kind, in order; `nil` for a normal response.
    public func script(_ faults: [StandInFault?], for kind: RequestKind) async {
        await (kind == .api ? api : pictures).add(faults)
    }

    /// Returns the requests of a kind received so far.
    public func requests(_ kind: RequestKind) async -> [TestHTTPRequest] {
        await (kind == .api ? api : pictures).requests
    }

    /// Stops the stand-in.
    public func stop() async { await server.stop() }
}
