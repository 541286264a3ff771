import Foundation
import PostcardCore
import PostcardSources
import PostcardTestSupport

@testable import PostcardServer

/// Object storage with the S3 protocol. It does not check signatures; Tests/Storage uses real servers.
struct ObjectStore: Sendable {
    struct State: Sendable {
        /// The objects by bucket and key, such as `photos/a.jpg`.
        var objects: [String: [UInt8]] = [:]
        /// The `x-amz-meta-…` headers that objects were written with.
        var metadata: [String: [(name: String, value: String)]] = [:]
        /// The headers to add to responses that contain objects.
        var fields: [(name: String, value: String)] = []
        /// The status and code of all responses during an outage.
        var failure: (status: Int, code: String)?
        /// Each request with its method, path and status, such as `GET photos/a.jpg 200`.
        var log: [String] = []

        func requests(_ status: Int? = nil) -> Int { log.count { status == nil || $0.hasSuffix(" \(status ?? 0)") } }
    }

    let state: Shared<State>
    let server: TestHTTPServer

    init(_ objects: [String: [UInt8]] = [:]) async throws {
        let state = Shared(State(objects: objects))
        self.state = state
        server = try await TestHTTPServer { request in
            let reply = Self.reply(to: request, state)
            let name = PercentEncoding.decode(request.path.dropFirst()) ?? request.path
            state.change { $0.log.append("\(request.method) \(name) \(reply.status)") }
            return reply
        }
    }

    /// Uses another kind of server as the store.
    init(_ server: TestHTTPServer) {
        state = Shared(State())
        self.server = server
    }

    var environment: ObjectStorageEnvironment {
        let variables = [
            "HOME": "/nowhere", "AWS_ENDPOINT_URL": server.address, "AWS_ACCESS_KEY_ID": "id",
            "AWS_SECRET_ACCESS_KEY": "very secret",
        ]
        return ObjectStorageEnvironment(variable: { variables[$0] }, file: { _ in nil }, now: { 1_795_392_803 })
    }

    private static func error(_ status: Int, _ code: String) -> TestHTTPReply {
        TestHTTPReply(status: status, body: Array("<Error><Code>\(code)</Code></Error>".utf8))
    }

    private static func reply(to request: TestHTTPRequest, _ state: Shared<State>) -> TestHTTPReply {
        let name = PercentEncoding.decode(request.path.dropFirst()) ?? request.path
        if let failure = state.value.failure { return error(failure.status, failure.code) }
        if request.query["list-type"] != nil {
            return TestHTTPReply(body: Array("<ListBucketResult></ListBucketResult>".utf8))
        }
        if request.method == "PUT" {
            let metadata = request.headers.filter { $0.key.hasPrefix("x-amz-meta-") }
            state.change {
                $0.objects[name] = request.body
                $0.metadata[name] = metadata.map { (name: $0.key, value: $0.value) }
            }
            return TestHTTPReply()
        }
        guard let bytes = state.value.objects[name] else { return error(404, "NoSuchKey") }
        let tag = "\"\(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })\""
        var reply = TestHTTPReply(
            headers: [(name: "ETag", value: tag)] + state.value.fields + (state.value.metadata[name] ?? []), body: bytes
        )
        if request.headers["if-none-match"] == tag { return TestHTTPReply(status: 304, headers: reply.headers) }
        if let last = request.headers["range"]?.split(separator: "-").last.flatMap({ Int($0) }), last < bytes.count {
            reply.status = 206
            reply.headers.append((name: "Content-Range", value: "bytes 0-\(last)/\(bytes.count)"))
            reply.body = Array(bytes.prefix(last + 1))
        }
        return reply
    }
}
