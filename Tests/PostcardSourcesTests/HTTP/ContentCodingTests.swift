import CZlib
import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardSources

/// Servers and buckets that send compressed bodies, whether requested or not.
struct ContentCodingTests {
    private let picture = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 97) }

    /// Compresses bytes with gzip.
    private static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        var (stream, source) = (z_stream(), bytes)
        guard postcard_gzip_init(&stream, 6) == Z_OK else { return [] }
        defer { deflateEnd(&stream) }
        let bound = deflateBound(&stream, UInt(bytes.count))
        return source.withUnsafeMutableBufferPointer { source in
            (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
            return [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, count in
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(bound))
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(bound) - Int(stream.avail_out) : 0
            }
        }
    }

    /// Returns the body that a client receives for bytes with a content coding.
    private func body(
        _ bytes: [UInt8], as coding: String, maximumBodyBytes: Int = 1 << 30
    ) async throws -> [UInt8] {
        let server = try await TestHTTPServer { _ in
            TestHTTPReply(status: 200, headers: [("Content-Encoding", coding)], body: bytes)
        }
        let client = HTTPClient(HTTPClient.Configuration())
        let request = HTTPClient.Request(
            url: server.address, maximumBodyBytes: maximumBodyBytes, timeout: .seconds(120))
        let result: Result<[UInt8], any Error>
        do { result = .success(try await client.send(request).body.collect()) } catch { result = .failure(error) }
        await server.stop()
        return try result.get()
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP"]) func `a compressed body arrives decompressed`(coding: String)
        async throws
    {
        #expect(try await body(Self.gzipped(picture), as: coding) == picture)
    }

    @Test(arguments: ["identity", "aws-chunked", "utf-8", "br"])
    func `a body in an unknown coding arrives unchanged`(coding: String) async throws {
        #expect(try await body(picture, as: coding) == picture)
    }

    @Test(arguments: [0, 5, 100, 1_000])
    func `a truncated or damaged compressed body causes an error`(length: Int) async {
        let whole = Self.gzipped(picture)
        let error = await #expect(throws: HTTPClientError.self) {
            _ = try await body(length == 5 ? [1, 2, 3, 4, 5] : Array(whole.dropLast(length + 1)), as: "gzip")
        }
        #expect(error?.code == .badProtocol)
    }

    @Test func `a body can't expand beyond the limit`() async {
        let bomb = Self.gzipped([UInt8](repeating: 0, count: 100 << 20))
        #expect(bomb.count < 200_000)
        let error = await #expect(throws: HTTPClientError.self) {
            _ = try await body(bomb, as: "gzip", maximumBodyBytes: 1 << 20)
        }
        #expect(error?.code == .bodyTooLarge)
    }

    @Test(arguments: [true, false])
    func `a compressed body does not provide the first bytes of a picture`(hasRanges: Bool) async throws {
        let whole = Self.gzipped(picture)
        let server = try await TestHTTPServer { request in
            let coding = ("Content-Encoding", "gzip")
            guard hasRanges, request.headers["range"] != nil else {
                return TestHTTPReply(status: 200, headers: [coding], body: whole)
            }
            return TestHTTPReply(
                status: 206, headers: [coding, ("Content-Range", "bytes 0-999/\(whole.count)")],
                body: Array(whole.prefix(1_000)))
        }
        let fetcher = PictureFetcher(client: HTTPClient(HTTPClient.Configuration()), clock: .system)
        let address = try #require(URL(string: server.address))
        let beginning = try await fetcher.prefix(of: address, count: 1_000)
        #expect(beginning == nil)
        await server.stop()
    }
}
