import Foundation
import Logging
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardServer

@Suite struct TicketTests {
    @Test func `a ticket works once`() throws {
        let tickets = SignInTickets()
        let now = ContinuousClock().now
        let ticket = tickets.make(for: "owner", random: { Array(repeating: 7, count: $0) }, at: now)
        expectEqual(ticket.count, 43)
        try expectEqual(tickets.use(ticket, at: now), .accepted("owner"))
        try expectEqual(tickets.use(ticket, at: now), .alreadyUsed)
        try expectEqual(tickets.use(ticket + "A", at: now), .unknown)
    }

    @Test func `using a ticket calls only its own function, once`() throws {
        let tickets = SignInTickets()
        let now = ContinuousClock().now
        let uses = Shared(0)
        func make(_ byte: UInt8) -> String {
            tickets.make(
                for: "owner", random: { Array(repeating: byte, count: $0) }, at: now, onUse: { uses.change { $0 += 1 } }
            )
        }
        let (used, expired) = (make(1), make(2))
        #expect(uses.value == 0)
        for _ in 0..<2 { _ = try tickets.use(used, at: now) }
        #expect(try tickets.use(expired, at: now + .seconds(600)) == .unknown)
        #expect(uses.value == 1)
    }

    @Test func `a ticket can be used again after a failure`() throws {
        let tickets = SignInTickets()
        let now = ContinuousClock().now
        let isFull = Shared(true)
        let full = FileError(.noSpace, "The disk is full.")
        let ticket = tickets.make(for: "phone", random: { Array(repeating: 7, count: $0) }, at: now) {
            if isFull.value { throw full }
        }
        #expect(throws: full) { try tickets.use(ticket, at: now) }
        isFull.change { $0 = false }
        try expectEqual(tickets.use(ticket, at: now), .accepted("phone"))
        try expectEqual(tickets.use(ticket, at: now), .alreadyUsed)
    }

    @Test func `a ticket is valid for ten minutes`() throws {
        let tickets = SignInTickets()
        let now = ContinuousClock().now
        func make() -> String {
            tickets.make(for: "owner", random: { (0..<$0).map { _ in .random(in: 0...255) } }, at: now)
        }
        #expect(try tickets.use(make(), at: now + .seconds(599)) == .accepted("owner"))
        #expect(try tickets.use(make(), at: now + .seconds(600)) == .unknown)
    }

    @Test func `a ticket signs in with its token, and a second attempt is logged`() async throws {
        let folder = try TemporaryFolder()
        let lines = Shared<[String]>([])
        _ = try Library(directory: FilePath(folder.path("library")), createIfNeeded: true)
        let tickets = Shared<String>("")
        try await RunningServer.with(
            folder,
            {
                $0.allowedNames = []
                $0.library = folder.path("library")
                $0.tokens = ["owner:\(LibraryLab.token)"]
            }, logger: Logger(label: "test") { _ in RecordingLogHandler(lines: lines) },
            prepare: { server in
                let ticket = server.makeTicket(for: "owner")
                tickets.change { $0 = ticket }
            }
        ) { server in
            let json = #"{"ticket": "\#(tickets.value)"}"#
            let first = try await server.post("/session", json: json, AppLab.ownPage)
            #expect(first.status == 200)
            #expect(try first.object["name"] as? String == "owner")
            let second = try await server.post("/session", json: json, AppLab.ownPage)
            #expect(second.status == 401)
            #expect(second["Set-Cookie"] == nil)
            #expect(lines.value.contains { $0.hasPrefix("a ticket was used again") })
            #expect(!lines.value.contains { $0.contains(tickets.value) })
        }
    }
}
