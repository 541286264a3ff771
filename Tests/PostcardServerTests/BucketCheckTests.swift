import Foundation
import Logging
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// The check of each bucket before a service accepts requests.
@Suite struct BucketCheckTests {
    private static func check(_ store: ObjectStore, lines: Shared<[String]> = Shared([])) async throws {
        var settings = ServerConfiguration()
        settings.images = [FileManager.default.temporaryDirectory.path, "s3://photos/trip"]
        settings.allowsUnsigned = true
        var server = PictureServer(
            settings, isolation: nil, logger: Logger(label: "test") { _ in RecordingLogHandler(lines: lines) })
        server.objects = store.environment
        try await server.checkBuckets(in: server.storage())
    }

    @Test func `the check requests a list with a single name`() async throws {
        let store = try await ObjectStore()
        try await Self.check(store)
        #expect(store.state.value.log == ["GET photos/ 200"])
        await store.server.stop()
    }

    @Test(arguments: [
        (403, "SignatureDoesNotMatch", "keys"), (403, "AccessDenied", "s3:ListBucket"),
        (404, "NoSuchBucket", "Bucket not found: photos"), (400, "InvalidBucketName", "InvalidBucketName"),
    ])
    func `a bucket that is missing or denies access prevents the start`(status: Int, code: String, words: String)
        async throws
    {
        let store = try await ObjectStore()
        store.state.change { $0.failure = (status, code) }
        let error = await #expect(throws: StartupError.self) { try await Self.check(store) }
        #expect(error?.code == .badSetting)
        #expect(error?.message.contains("s3://photos/trip") == true)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        await store.server.stop()
    }

    @Test(arguments: [(503, "SlowDown"), (500, "InternalError"), (0, "")])
    func `an unreachable store is logged, but does not prevent the start`(status: Int, code: String) async throws {
        let store = try await ObjectStore()
        store.state.change { $0.failure = (status, code) }
        if status == 0 { await store.server.stop() }
        let lines = Shared<[String]>([])
        try await Self.check(store, lines: lines)
        #expect(lines.value.count == 1 && lines.value[0].contains("s3://photos/trip"), "\(lines.value)")
        if status != 0 { await store.server.stop() }
    }
}
