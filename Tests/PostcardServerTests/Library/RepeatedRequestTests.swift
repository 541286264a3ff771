import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import PostcardLibrary
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct RepeatedRequestTests {
    private static let pin = #"{"coordinate": {"latitude": 1, "longitude": 2}}"#

    @Test func `a request that is sent again is done once`() async throws {
        try await LibraryLab.run { lab in
            let first = try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": "a1"])
            let again = try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": "a1"])
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(
                again.body == first.body && again["Location"] == first["Location"] && again["ETag"] == first["ETag"])
            #expect(again["X-Request-ID"] != first["X-Request-ID"])
            #expect(try lab.library.pins().count == 1)
            _ = try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": "a2"])
            _ = try await lab.send(.POST, "/library/pins", json: Self.pin)
            #expect(try lab.library.pins().count == 3)
        }
    }

    @Test func `a key is that of a caller and an address alone`() async throws {
        let other = String(repeating: "c", count: 32)
        try await LibraryLab.run({ $0.tokens.append("cid:\(other)") }) { lab in
            let key = ["Idempotency-Key": "a"]
            _ = try await lab.send(.POST, "/library/pins", json: Self.pin, HTTPHeaders(key.map { ($0.key, $0.value) }))
            _ = try await lab.server.post(
                "/library/pins", json: Self.pin, ["Idempotency-Key": "a", "Authorization": "Bearer \(other)"])
            let journal = try await lab.send(
                .POST, "/library/journals", json: #"{"name": "a"}"#, ["Idempotency-Key": "a"])
            #expect(journal.status == 201)
            #expect(try lab.library.pins().count == 2)
        }
    }

    @Test func `what failed may be tried again`() async throws {
        try await LibraryLab.run { lab in
            let bad = try await lab.send(.POST, "/library/journals", json: #"{"name": " "}"#, ["Idempotency-Key": "a"])
            let good = try await lab.send(.POST, "/library/journals", json: #"{"name": "b"}"#, ["Idempotency-Key": "a"])
            #expect(bad.status == 422)
            #expect(good.status == 201)
        }
    }

    @Test func `a form with a file that is sent again makes one entry`() async throws {
        try await LibraryLab.run { lab in
            for _ in 0..<2 {
                let reply = try await lab.sendForm(
                    .POST, "/library/entries", [.field("text", "a"), .file("a.jpg", try TestPicture.jpeg())],
                    ["Idempotency-Key": "a"])
                #expect(reply.status == 201)
            }
            #expect(try lab.library.entries().count == 1)
        }
    }

    @Test(arguments: ["", " ", "a b", String(repeating: "a", count: 129), "ü"])
    func `what is no key is refused`(key: String) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": key])
            #expect(reply.status == 400, "\(reply.text)")
            #expect(try lab.library.pins().isEmpty)
        }
    }

    @Test func `a key is good for one request`() async throws {
        try await LibraryLab.run { lab in
            let first = try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": "a"])
            #expect(first.status == 201)
            let other = try await lab.send(.POST, "/library/pins", json: Self.pin + " ", ["Idempotency-Key": "a"])
            #expect(other.status == 422, "\(other.text)")
            #expect(try await lab.send(.POST, "/library/pins", json: "", ["Idempotency-Key": "a"]).status == 422)
            // Of the same length.
            let swapped = String(Self.pin.reversed())
            #expect(try await lab.send(.POST, "/library/pins", json: swapped, ["Idempotency-Key": "a"]).status == 422)
            #expect(
                try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": "a"]).text == first.text)
            #expect(try lab.library.pins().count == 1)
        }
    }

    @Test func `readers get no answer that was for a writer`() async throws {
        try await LibraryLab.run { lab in
            _ = try await lab.send(.POST, "/library/pins", json: Self.pin, ["Idempotency-Key": "a"])
            let reader = try await lab.server.post(
                "/library/pins", json: Self.pin,
                ["Idempotency-Key": "a", "Authorization": "Bearer \(LibraryLab.readerToken)"])
            #expect(reader.status == 403)
        }
    }

    @Test func `large answers are forgotten before they fill the memory`() async throws {
        let requests = RepeatedRequests { ContinuousClock().now }
        let answered = Shared<[String]>([])
        func send(_ key: String) async throws {
            let content = RepeatedRequests.Content(mediaType: "application/json", length: "2", hash: nil)
            _ = try await requests.respond(to: .init(caller: "ann", target: "/", key: key), with: content) {
                answered.change { $0.append(key) }
                return Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 7, count: 200 << 10)))
            }
        }
        for number in 0..<100 { try await send("\(number)") }
        try await send("99")
        #expect(answered.value.count == 100)
        try await send("0")
        #expect(answered.value.last == "0")
        #expect(answered.value.count == 101)
    }
}
