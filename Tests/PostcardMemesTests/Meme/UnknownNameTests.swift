import PostcardCore
import PostcardMemes
import Testing

@Suite struct UnknownNameTests {
    @Test(
        arguments: [
            (#"{"a": 1, "b": {"c": 2}}"#, nil), (#"{"a": 1, "b": {"c": 2, "dd": 3}}"#, "Unknown name \"dd\" in b."),
            (#"{"a": 1, "e": 0, "b": {"c": 2}}"#, "Unknown name \"e\"."), (#"{"a": 1, "b": {"c": 2}, "x": null}"#, nil),
            (#"{"a": 1, "b": {"cc": 2}}"#, "Did you mean \"c\"?"),
        ] as [(String, String?)])
    func `unknown names are reported`(json: String, message: String?) throws {
        struct Inner: Encodable { var c = 2 }
        struct Read: Encodable {
            var a = 1
            var b = Inner()
        }
        let reported = try JSONValue(decodable: Array(json.utf8)).unknownName(readAs: Read())
        #expect((reported == nil) == (message == nil), "\(reported ?? "")")
        if let message { #expect(reported?.contains(message) == true, "\(reported ?? "")") }
    }

    @Test func `an unknown name in a list is reported with its position`() throws {
        struct Read: Encodable { var list = [["a": 1], ["a": 2]] }
        let json = try JSONValue(decodable: Array(#"{"list": [{"a": 1}, {"a": 2, "zzz": 3}]}"#.utf8))
        let message = json.unknownName(readAs: Read(), at: "outer")
        #expect(message?.hasPrefix("Unknown name \"zzz\" in outer.list[1].") == true, "\(message ?? "")")
    }
}
