import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Changes to a library as server-sent events.
@Suite struct LibraryEventTests {
    /// A writer that passes pieces on to a stream.
    private struct Sink: ResponseBodyWriter {
        let pieces: AsyncStream<String>.Continuation

        mutating func write(_ buffer: ByteBuffer) async throws { pieces.yield(String(buffer: buffer)) }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { pieces.finish() }
    }

    /// Runs a test with the events for a client that has seen all changes up to `known`, or none.
    private static func listen(
        to library: Library, known: Int?, interval: Duration = .milliseconds(1),
        _ test: (AsyncStream<String>, _ stop: () -> Void) async throws -> Void
    ) async throws {
        let (pieces, sink) = AsyncStream<String>.makeStream()
        let threads = LibraryThreads(count: 1)
        defer { threads.pool.shutdownGracefully { _ in } }
        let stream = LibraryEvents(
            library: library, threads: threads, known: known, interval: interval, heartbeat: .seconds(3_600))
        let listening = Task {
            var writer: any ResponseBodyWriter = Sink(pieces: sink)
            try await stream.write(to: &writer)
        }
        defer { listening.cancel() }
        try await test(pieces) { listening.cancel() }
    }

    private static func change(_ event: String?) throws -> (sequence: Int, ids: [String]?) {
        let lines = try #require(event).split(separator: "\n")
        #expect(lines[0] == "event: change")
        let data = try JSONSerialization.jsonObject(with: Data(lines[2].dropFirst(6).utf8)) as? [String: Any]
        let sequence = try #require(data?["sequence"] as? Int)
        #expect(lines[1] == "id: \(sequence)")
        return (sequence, data?["ids"] as? [String])
    }

    @Test func `changes by another program are sent as they happen`() async throws {
        try await LibraryLab.run { lab in
            _ = try lab.library.addPin(at: .init(latitude: 1, longitude: 2))
            try await Self.listen(to: lab.library, known: nil) { events, _ in
                let first = try Self.change(await events.first { _ in true })
                #expect(first.ids == [])
                let pin = try lab.library.addPin(at: .init(latitude: 3, longitude: 4))
                let second = try Self.change(await events.first { _ in true })
                #expect(second.sequence == first.sequence + 1)
                #expect(second.ids == [pin.id.rawValue])
                try lab.library.delete([pin.id])
                #expect(try Self.change(await events.first { _ in true }).ids?.contains(pin.id.rawValue) == true)
            }
        }
    }

    @Test func `a client that reconnects receives missed changes`() async throws {
        try await LibraryLab.run { lab in
            let pins = try (0..<3).map { try lab.library.addPin(at: .init(latitude: Double($0), longitude: 2)) }
            var sequence = 0
            try await Self.listen(to: lab.library, known: nil) { events, _ in
                sequence = try Self.change(await events.first { _ in true }).sequence
            }
            try await Self.listen(to: lab.library, known: sequence - 2) { events, _ in
                let missed = try Self.change(await events.first { _ in true })
                #expect(missed.sequence == sequence)
                #expect(missed.ids == [pins[2].id.rawValue, pins[1].id.rawValue])
            }
            try await Self.listen(to: lab.library, known: sequence) { events, _ in
                #expect(await events.first { _ in true } == ": listening\n\n")
            }
            try await Self.listen(to: lab.library, known: sequence + 9) { events, _ in
                let older = try Self.change(await events.first { _ in true })
                #expect(older.sequence == sequence)
                #expect(older.ids == nil)
            }
        }
    }

    @Test func `an event for too many changes has no ids`() async throws {
        try await LibraryLab.run { lab in
            for index in 0..<201 { _ = try lab.library.addPin(at: .init(latitude: 1, longitude: Double(index) / 2)) }
            try await Self.listen(to: lab.library, known: 0) { events, _ in
                let change = try Self.change(await events.first { _ in true })
                #expect(change.ids == nil)
            }
        }
    }

    @Test func `changes after the last poll are sent before the stream ends`() async throws {
        try await LibraryLab.run { lab in
            try await Self.listen(to: lab.library, known: nil, interval: .seconds(3_600)) { events, stop in
                _ = try Self.change(await events.first { _ in true })
                let pin = try lab.library.addPin(at: .init(latitude: 1, longitude: 2))
                stop()
                #expect(try Self.change(await events.first { _ in true }).ids == [pin.id.rawValue])
            }
        }
    }

    @Test func `the stream requires read access`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.server.get("/library/events")
            #expect(reply.status == 401)
        }
    }
}
