import NIOHTTP1
import PostcardLibrary
import PostcardTestSupport
import Testing

/// Requests are checked against the API description.
@Suite struct PossibleValueTests {
    @Test(arguments: ["null", "journal-7K3X9W2MQ4TA", "journal-7k3x9w2mq4ta%0A", "pin-7k3x9w2mq4ta", ""])
    func `an invalid id in the query causes a bad request error`(id: String) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.get("/library/entries?journal=\(id)")
            #expect(reply.status == 400)
            #expect(try (reply.object["detail"] as? String)?.hasPrefix("\"journal\" is ") == true)
        }
    }

    @Test func `the list of entries of an empty journal is empty`() async throws {
        try await LibraryLab.run { lab in
            let journal = try lab.library.addJournal(named: "Empty")
            let reply = try await lab.get("/library/entries?journal=\(journal.id)")
            #expect(reply.status == 200)
            #expect(try reply.list.isEmpty)
        }
    }

    @Test(arguments: [("9223372036854775807", 501), ("9223372036854775808", 422), ("-1", 422)])
    func `the described maximum of the seed is accepted`(seed: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .tower, name: "Tower")
            let reply = try await lab.send(.POST, "/library/pins/\(pin.id)/album", json: #"{"seed": \#(seed)}"#)
            #expect(reply.status == status)
        }
    }
}
