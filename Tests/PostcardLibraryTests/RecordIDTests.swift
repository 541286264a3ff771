import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

struct RecordIDTests {
    private struct Named: Codable, Equatable {
        let id: Pin.ID
        let pin: Pin.ID?
    }

    private struct Plain: Codable {
        let id: String
    }

    @Test func `an id is a string in JSON`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = Data(#"{"id":"pin-7k3x9w2mq4ta","pin":"pin-a"}"#.utf8)
        let named = try JSONDecoder().decode(Named.self, from: json)
        #expect(named == Named(id: "pin-7k3x9w2mq4ta", pin: "pin-a"))
        #expect(try encoder.encode(named) == json)
        #expect(try encoder.encode([named.id]) == Data(#"["pin-7k3x9w2mq4ta"]"#.utf8))
        #expect("\(named.id)" == "pin-7k3x9w2mq4ta")
    }

    @Test(arguments: [#"{"id":5}"#, #"{"id":null}"#, #"{"id":["a"]}"#, "{}"])
    func `an invalid id gives the same error as an invalid string`(json: String) throws {
        func path<Value: Decodable>(_ type: Value.Type) -> [String]? {
            do {
                _ = try JSONDecoder().decode(type, from: Data(json.utf8))
                return nil
            } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
                return context.codingPath.map(\.stringValue)
            } catch DecodingError.keyNotFound(let key, _) {
                return [key.stringValue]
            } catch {
                return nil
            }
        }
        #expect(path(Named.self) == ["id"])
        #expect(path(Named.self) == path(Plain.self))
    }

    @Test func `ids are equal if their bytes are equal`() {
        // The same word, composed and decomposed.
        let composed = Pin.ID(rawValue: "caf\u{E9}")
        let decomposed = Pin.ID(rawValue: "cafe\u{301}")
        #expect(composed.rawValue == decomposed.rawValue)
        #expect(composed != decomposed)
        #expect(Set<Pin.ID>([composed, decomposed, composed]).count == 2)
    }

    @Test func `an id refers to a record of its kind`() {
        expectEqual(RecordKey(Photo.ID(rawValue: "a")), RecordKey(.photo, "a"))
        expectEqual(RecordKey(JournalPlace.ID(rawValue: "a")), RecordKey(.place, "a"))
        expectEqual(RecordKey(albumOf: "pin-a"), RecordKey(.album, "pin-a"))
    }

    @Test func `deleted records are listed with their kinds, and restored`() throws {
        let lab = try JournalLab()
        let library = lab.library
        let journal = try library.addJournal(named: "France")
        let note = try library.addNote("Rain", to: journal.id)
        try library.delete(note.id)
        try library.delete([journal.id])
        let items = try library.deletedItems()
        expectEqual(items.map(\.id), [journal.id.rawValue, note.id.rawValue])
        expectEqual(items.map(\.kind), [.journal, .note])
        try expectEqual(library.restore(items), 2)
        #expect(try library.deletedItems().isEmpty)
        #expect(try library.note(named: note.id.rawValue) == note)
        withExtendedLifetime(lab) {}
    }
}
