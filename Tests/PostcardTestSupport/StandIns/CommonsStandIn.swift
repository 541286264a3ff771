/// A stand-in for Wikimedia Commons on 127.0.0.1: its Action API and its picture host on one port, with their rules.
///
/// It knows nothing of the client it is there to test. Clients without a user agent that says where its maker can be reached
/// get 403, thumbnails in other widths than Wikimedia's 400, radii out of range an error with HTTP status 200; no more than 50
/// files are described at once.
public final class CommonsStandIn: Sendable {
    /// Which of the stand-in's two halves a request goes to.
    public enum RequestKind: Sendable {
        /// Calls of the API.
        case api
        /// Fetching pictures.
        case picture
    }

    private let server: TestHTTPServer
    private let api = StandInScript()
    private let pictures = StandInScript()

    /// Starts a stand-in, which is listening when this returns.
    ///
    /// - Parameter thumbnailsPerReply: How many files one reply describes before it says to continue.
    /// - Throws: An error of the system when it cannot listen.
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

    /// Where the client has to send API calls.
    public var endpoint: String { server.address + "/w/api.php" }

    /// Plans what happens to the next requests of a kind, in order; `nil` lets one pass.
    public func script(_ faults: [StandInFault?], for kind: RequestKind) async {
        await (kind == .api ? api : pictures).add(faults)
    }

    /// The requests of a kind that came so far.
    public func requests(_ kind: RequestKind) async -> [TestHTTPRequest] {
        await (kind == .api ? api : pictures).requests
    }

    /// Stops the stand-in.
    public func stop() async { await server.stop() }
}
