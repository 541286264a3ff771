import PostcardTestSupport
import Synchronization
import Testing

import PostcardPhotos
@testable import PostcardSources

/// A server that misbehaves. Tests/Storage tests two real servers.
@Suite struct ObjectStorageTests {
    private static let now = 1_795_392_803.0

    /// The requests that a server received.
    private final class Requests: Sendable {
        let all = Mutex<[TestHTTPRequest]>([])
        func add(_ request: TestHTTPRequest) -> Int {
            all.withLock {
                $0.append(request)
                return $0.count
            }
        }
    }

    private func environment(
        _ variables: [String: String], files: [String: String] = [:],
        now: @escaping @Sendable () -> Double = { Self.now }
    ) -> ObjectStorageEnvironment {
        let variables = ["HOME": "/home/me"].merging(variables) { $1 }
        return ObjectStorageEnvironment(variable: { variables[$0] }, file: { files[$0] }, now: now)
    }

    private func storage(_ server: TestHTTPServer, _ variables: [String: String] = [:]) -> ObjectStorage {
        let keys = [
            "AWS_ENDPOINT_URL": server.address, "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret",
        ]
        return storage(environment(keys.merging(variables) { $1 }))
    }

    private func storage(_ environment: ObjectStorageEnvironment) -> ObjectStorage {
        ObjectStorage(
            environment: environment, userAgent: UserAgent(version: "1", contact: "x"),
            idleTimeout: .seconds(3_600), clock: RequestClock(InstantClock(), random: { 0.5 }))
    }

    private func address(_ text: String = "s3://b/k.jpg") throws -> ObjectAddress { try #require(ObjectAddress(text)) }

    private static func error(_ code: String, _ status: Int, _ more: String = "", headers: [(String, String)] = [])
        -> TestHTTPReply
    {
        TestHTTPReply(
            status: status, headers: headers.map { (name: $0.0, value: $0.1) },
            body: Array("<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>No.</Message>\(more)</Error>".utf8))
    }

    /// Sends a GET to a server with these responses, and returns the requests that it received.
    private func requests(
        _ variables: [String: String] = [:], responses: @escaping @Sendable (Int, TestHTTPRequest) -> TestHTTPReply
    ) async throws -> (outcome: Result<[UInt8], any Error>, requests: [TestHTTPRequest]) {
        let received = Requests()
        let server = try await TestHTTPServer { request in responses(received.add(request), request) }
        let outcome: Result<[UInt8], any Error>
        do {
            outcome = .success(try await storage(server, variables).object(at: address(), maximumBytes: 100))
        } catch {
            outcome = .failure(error)
        }
        await server.stop()
        return (outcome, received.all.withLock { $0 })
    }

    @Test(arguments: ["", "<html><body>Welcome</body></html>", "{}"])
    func `a response that is not a list of objects is reported`(body: String) async throws {
        let server = try await TestHTTPServer { _ in TestHTTPReply(body: Array(body.utf8)) }
        let error = await #expect(throws: SourceError.self) {
            try await storage(server).list(try #require(ObjectAddress("s3://photos/trip")))
        }
        #expect(error?.code == .badReply)
        await server.stop()
    }

    @Test(arguments: [("SlowDown", 503), ("InternalError", 500), ("RequestTimeout", 400)])
    func `a request to a failing server is retried`(code: String, status: Int) async throws {
        let (outcome, received) = try await requests { number, _ in
            number < 3 ? Self.error(code, status) : TestHTTPReply(body: [1, 2])
        }
        #expect(try outcome.get() == [1, 2])
        #expect(received.count == 3)
    }

    @Test func `the number of retries is limited`() async throws {
        let (outcome, received) = try await requests { _, _ in Self.error("SlowDown", 503) }
        let error = #expect(throws: SourceError.self) { try outcome.get() }
        #expect(error?.code == .rateLimited)
        #expect(received.count == 5)
    }

    @Test func `a wrong clock is corrected once`() async throws {
        let date = [("Date", "Mon, 23 Nov 2026 00:33:23 GMT")]
        let (outcome, received) = try await requests { number, _ in
            number == 1 ? Self.error("RequestTimeTooSkewed", 403, headers: date) : TestHTTPReply(body: [1])
        }
        #expect(try outcome.get() == [1])
        #expect(received.map { $0.headers["x-amz-date"] } == ["20261123T001323Z", "20261123T003323Z"])
        let (again, many) = try await requests { _, _ in Self.error("RequestTimeTooSkewed", 403, headers: date) }
        #expect(throws: SourceError.self) { try again.get() }
        #expect(many.count <= 4)
    }

    @Test(arguments: [("AuthorizationHeaderMalformed", 400), ("PermanentRedirect", 301)])
    func `the region of a bucket is learned`(code: String, status: Int) async throws {
        let (outcome, received) = try await requests { number, _ in
            number == 1 ? Self.error(code, status, "<Region>eu-west-1</Region>") : TestHTTPReply(body: [1])
        }
        #expect(try outcome.get() == [1])
        #expect(received.map { $0.headers["authorization"]?.contains("/eu-west-1/s3/") } == [false, true])
    }

    @Test func `a redirect is followed with a signature for its host`() async throws {
        let received = Requests()
        let other = try await TestHTTPServer { request in
            _ = received.add(request)
            return TestHTTPReply(body: [7])
        }
        let (outcome, _) = try await requests { [address = other.address] _, _ in
            Self.error("TemporaryRedirect", 307, headers: [("Location", "\(address)/b/k.jpg")])
        }
        #expect(try outcome.get() == [7])
        #expect(received.all.withLock { $0.first?.headers["host"] } == "127.0.0.1:\(other.port)")
        await other.stop()
    }

    @Test(arguments: [
        "http://localhost:PORT/b/k.jpg", "http://127.0.0.1.example.org:PORT/", "http://user@127.0.0.1:PORT/",
        "http://[::1]:PORT/b", "https://s3.amazonaws.com/b/k.jpg", "http://7.0.0.1:PORT/",
    ])
    func `a redirect out of the server's domain is not followed`(place: String) async throws {
        let received = Requests()
        let other = try await TestHTTPServer { request in
            _ = received.add(request)
            return TestHTTPReply(body: [7])
        }
        let place = place.replacing("PORT", with: "\(other.port)")
        let (outcome, first) = try await requests { _, _ in
            Self.error("TemporaryRedirect", 307, headers: [("Location", place)])
        }
        let error = #expect(throws: SourceError.self) { try outcome.get() }
        #expect(error?.code == .badReply)
        #expect(first.count == 1)
        #expect(received.all.withLock { $0.isEmpty })
        await other.stop()
    }

    @Test(
        arguments: [
            ("NoSuchKey", 404, SourceError.Code.gone, "Object not found: s3://b/k.jpg"),
            ("NoSuchBucket", 404, .gone, "Bucket not found: b"),
            ("AccessDenied", 403, .refused, "was denied (AccessDenied)"),
            ("SignatureDoesNotMatch", 403, .keyRefused, "were rejected (SignatureDoesNotMatch)"),
            ("InvalidArgument", 400, .badReply, "The server returned InvalidArgument for s3://b/k.jpg: No."),
        ] as [(String, Int, SourceError.Code, String)])
    func `a refused request is reported and not retried`(
        code: String, status: Int, kind: SourceError.Code, message: String
    ) async throws {
        let (outcome, received) = try await requests { _, _ in Self.error(code, status) }
        let error = #expect(throws: SourceError.self) { try outcome.get() }
        #expect(error?.code == kind)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(received.count == 1)
    }

    @Test func `an object that is too long is rejected`() async throws {
        for isChunked in [false, true] {
            let (outcome, received) = try await requests { _, _ in
                TestHTTPReply(body: Array(repeating: 1, count: 101), isChunked: isChunked)
            }
            let error = #expect(throws: SourceError.self) { try outcome.get() }
            #expect(error?.code == .tooLarge)
            #expect(received.count == 1)
        }
    }

    @Test(arguments: [(200, true), (206, true), (200, false)])
    func `the requested range is read, whatever the status`(status: Int, isPart: Bool) async throws {
        let server = try await TestHTTPServer { request in
            let start: UInt8 = request.headers["range"] == "bytes=0-2" ? 0 : 3
            #expect(request.headers["range"] == "bytes=\(start)-\(start + 2)")
            let range = isPart ? [(name: "Content-Range", value: "bytes \(start)-\(start + 2)/6")] : []
            return TestHTTPReply(status: status, headers: range, body: Array(isPart ? start...start + 2 : 0...5))
        }
        var reader = ObjectReader(try address(), in: storage(server), pieceBytes: 3)
        var pieces: [[UInt8]] = []
        while let piece = try await reader.next() { pieces.append(piece) }
        await server.stop()
        #expect(pieces == (isPart ? [[0, 1, 2], [3, 4, 5]] : [[0, 1, 2, 3, 4, 5]]))
    }

    @Test func `a list is read page by page`() async throws {
        let received = Requests()
        let server = try await TestHTTPServer { request in
            let number = received.add(request)
            let keys = number == 1 ? ["a%2Bb+c", "%C3%BC"] : ["z&amp;z"]
            let contents = keys.map {
                "<Contents><Key>\($0)</Key><Size>5</Size><LastModified>2013-05-24T00:00:00.000Z</LastModified></Contents>"
            }
            let next =
                number == 1 ? "<IsTruncated>true</IsTruncated><NextContinuationToken>t/1=</NextContinuationToken>" : ""
            return .text(
                "<ListBucketResult><EncodingType>url</EncodingType>\(next)\(contents.joined())</ListBucketResult>")
        }
        let storage = storage(server)
        let first = try await storage.list(address("s3://b/photos/ü"))
        let second = try await storage.list(address("s3://b/photos/ü"), after: first.next)
        await server.stop()
        let found = first.entries + second.entries
        #expect(found.map(\.key) == ["a+b c", "ü", "z&z"])
        #expect(found.allSatisfy { $0.size == 5 && $0.modified == 1_369_353_600 })
        #expect(second.next == nil)
        let pages = received.all.withLock { $0 }
        #expect(pages.map { $0.query["continuation-token"] } == [nil, "t/1="])
        #expect(pages.allSatisfy { $0.query["prefix"] == "photos/ü" && $0.path == "/b/" })
    }

    @Test func `a list that repeats a page causes an error`() async throws {
        let server = try await TestHTTPServer { _ in
            .text("<R><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></R>")
        }
        await #expect(throws: SourceError.self) { try await storage(server).list(address(), after: "t") }
        await server.stop()
    }

    @Test func `keys are percent-encoded once, and otherwise unchanged`() async throws {
        let received = Requests()
        let server = try await TestHTTPServer { request in
            _ = received.add(request)
            return TestHTTPReply()
        }
        try await storage(server).write([1], to: address("s3://b/a b/+ü/../%41//?#"), type: "image/png")
        await server.stop()
        let request = try #require(received.all.withLock { $0.first })
        expectEqual(request.method, "PUT")
        expectEqual(request.path, "/b/a%20b/%2B%C3%BC/../%2541//%3F%23")
        expectEqual(request.headers["content-type"], "image/png")
    }

    // MARK: Keys

    @Test func `a profile has separate keys, region and endpoint`() async throws {
        let received = Requests()
        let server = try await TestHTTPServer { request in
            _ = received.add(request)
            return TestHTTPReply()
        }
        let files = [
            "/home/me/.aws/config": """
            [default]
            region = us-west-2
            [profile  work]
            # a comment
            region=eu-north-1
            endpoint_url = \(server.address)
            s3 =
              region = nowhere
            """,
            "/home/me/.aws/credentials":
                "[default]\naws_access_key_id = d\naws_secret_access_key = d\n[work]\naws_access_key_id = w\naws_secret_access_key = w\n",
        ]
        let variables = ["AWS_ACCESS_KEY_ID": "e", "AWS_SECRET_ACCESS_KEY": "e", "AWS_REGION": "ap-south-1"]
        let storage = storage(environment(variables, files: files))
        _ = try await storage.object(at: address("s3://work@b/k"), maximumBytes: 9)
        await server.stop()
        let sent = received.all.withLock { $0.first?.headers["authorization"] } ?? ""
        #expect(sent.contains("Credential=w/20261123/eu-north-1/s3/aws4_request"), "\(sent)")
    }

    @Test(
        arguments: [
            (nil, [:], "", "No credentials for object storage. Set AWS_ACCESS_KEY_ID"),
            (nil, ["AWS_PROFILE": "mine"], "", "under [mine]"),
            ("work", ["AWS_ACCESS_KEY_ID": "e", "AWS_SECRET_ACCESS_KEY": "e"], "", "in the profile work. Write"),
            ("work", [:], "[profile work]\nrole_arn = arn:r\nsource_profile = default", "in the profile work. Write"),
            (nil, ["AWS_WEB_IDENTITY_TOKEN_FILE": "/token", "AWS_ROLE_ARN": "arn:r"], "", "No credentials"),
            (nil, [:], "[default]\nsso_session = ours", "No credentials"),
        ] as [(String?, [String: String], String, String)])
    func `missing keys are reported, with the way to get the keys of a role`(
        profile: String?, variables: [String: String], configuration: String, message: String
    ) async throws {
        let storage = storage(environment(variables, files: ["/home/me/.aws/config": configuration]))
        let error = await #expect(throws: SourceError.self) {
            try await storage.object(at: address("s3://\(profile.map { "\($0)@" } ?? "")b/k"), maximumBytes: 9)
        }
        #expect(error?.code == .keyRefused)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        let name = profile ?? variables["AWS_PROFILE"] ?? "default"
        let advice = "credential_process = aws configure export-credentials --profile \(name)"
        #expect(error?.message.hasSuffix(advice) == true, "\(error?.message ?? "")")
    }
}
