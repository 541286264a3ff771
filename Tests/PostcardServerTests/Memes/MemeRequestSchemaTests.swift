import Foundation
import PostcardCore
import Testing

@testable import PostcardServer

@Suite struct MemeRequestSchemaTests {
    /// The error for an unknown member lists all known members.
    @Test func `the schema describes every member`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Documentation/Reference/meme-request.schema.json")
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: Any])
        let httpError = #expect(throws: HTTPError.self) {
            try MemeSpecification(json: Array(#"{"nothing-known": 1}"#.utf8))
        }
        let list = try #require(httpError?.detail.split(separator: "Known names: ").last).dropLast()
        #expect(list.split(separator: ", ").map(String.init).sorted() == properties.keys.sorted())
        let described = try #require(MemeSpecification.schema["properties"])
        #expect(described.names == Set(names: properties.keys))
        let captions = try #require((schema["$defs"] as? [String: Any])?["captions"] as? [String: Any])
        let font = try #require(((captions["items"] as? [String: Any])?["properties"] as? [String: Any])?["font"])
        let pattern = try NSRegularExpression(pattern: try #require((font as? [String: Any])?["pattern"] as? String))
        for name in [
            "DejaVu Sans", "Frankmark", "x.otc", "ttf", "/etc/shadow", "a/b", "x.ttf", "x.OTF", "y.Ttc", "./a",
        ] {
            let json = #"{"template": "t", "meme": {"above": [{"text": "a", "font": "\#(name)"}]}}"#
            let isRead = (try? MemeSpecification(json: Array(json.utf8))) != nil
            let range = NSRange(name.startIndex..., in: name)
            #expect((pattern.firstMatch(in: name, range: range) != nil) == isRead, "\(name)")
        }
        for (name, property) in properties {
            let choices = (property as? [String: Any])?["enum"] as? [String]
            #expect(Set(described[name]?["enum"]?.strings ?? []) == Set(choices ?? []), "\(name)")
        }
    }
}
