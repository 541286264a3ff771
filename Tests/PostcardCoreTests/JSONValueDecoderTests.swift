import Foundation
import PostcardCore
import Testing

/// The tree decodes the same values as Foundation.
@Suite struct JSONValueDecoderTests {
    private struct Everything: Codable, Equatable {
        enum Kind: String, Codable { case small, large }
        struct Part: Codable, Equatable {
            var name: String?
            var numbers: [Double] = []
        }

        var text: String
        var flag: Bool
        var whole: Int
        var byte: UInt8
        var large: UInt64?
        var number: Double
        var single: Float?
        var kind: Kind?
        var parts: [Part]?
        var named: [NameKey: [Int]]?
        var nothing: [Int?]?
    }

    private static let rest = #""text": "", "flag": true, "whole": 1, "byte": 2, "number": 3"#

    @Test(arguments: [
        "{\(rest)}",
        #"{"text": "é\n\u00e9\ud83d\ude00", "flag": false, "whole": -9223372036854775808, "byte": 255, "number": -1.5e-3}"#,
        "{\(rest), \"large\": 18446744073709551615, \"single\": 0.25, \"kind\": \"large\"}",
        "{\(rest), \"parts\": [{}, {\"name\": \"a\", \"numbers\": [1, 2.5, 1e2]}, {\"name\": null}]}"
            .replacing("{}", with: "{\"numbers\": []}").replacing("null}", with: "null, \"numbers\": []}"),
        "{\(rest), \"named\": {\"a\": [1], \"é\": []}, \"nothing\": [1, null, 2]}",
        "{\(rest), \"kind\": null, \"unknown\": {}}",
    ])
    func `decoded values match Foundation`(text: String) throws {
        let expected = try JSONDecoder().decode(Everything.self, from: Data(text.utf8))
        #expect(try JSONValue(decodable: Array(text.utf8)).decode(Everything.self) == expected)
    }

    @Test(arguments: [("3.0", 3), ("1e2", 100), ("-0", 0)])
    func `a whole number can have a fraction of zero or an exponent`(text: String, number: Int) throws {
        #expect(try JSONValue(decodable: Array(text.utf8)).decode(Int.self) == number)
    }

    @Test(arguments: [
        ("{}", "\"text\" is missing."), ("[]", "expected an object, but found something else."),
        (#"{"text": 1}"#, "at text: expected a string, but found something else."),
        (#"{"text": null}"#, "at text: expected a string, but found null."),
        (#"{"text": "", "flag": 0}"#, "at flag: expected true or false, but found something else."),
        (#"{"text": "", "flag": true, "whole": 1.5}"#, "at whole: expected a whole number, but found something else."),
        (
            #"{"text": "", "flag": true, "whole": 1, "byte": 256}"#,
            "at byte: expected a whole number, but found something else."
        ),
        (
            #"{"text": "", "flag": true, "whole": 1, "byte": 2, "number": "3"}"#,
            "at number: expected a number, but found something else."
        ),
        (
            "{\(rest), \"parts\": [{\"numbers\": []}, {\"numbers\": [1, \"2\"]}]}",
            "at parts[1].numbers[1]: expected a number"
        ),
        ("{\(rest), \"nothing\": 7}", "at nothing: expected an array, but found something else."),
    ])
    func `an error states its position and the expected type`(text: String, message: String) throws {
        let value = try JSONValue(decodable: Array(text.utf8))
        let error = #expect(throws: DecodingError.self) { try value.decode(Everything.self) }
        #expect(error?.explanation.hasPrefix(message) == true, "\(error?.explanation ?? "")")
    }

    @Test(arguments: ["", "{", "nul", "{\"a\": 1} x"])
    func `text that is not JSON is rejected`(text: String) {
        #expect(throws: DecodingError.self) { try JSONValue(decodable: Array(text.utf8)) }
    }
}
