import Testing

@testable import PostcardCore

struct JSONMergingTests {
    private func json(_ text: String) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
    }

    @Test(arguments: [
        // A member that the type does not know is kept. A member that the type has emptied is removed.
        (#"{"a":2}"#, #"{"a":1,"x":[1.10]}"#, #"{"a":1}"#, #"{"a":2,"x":[1.10]}"#),
        (#"{}"#, #"{"a":1,"x":null}"#, #"{"a":1}"#, #"{"x":null}"#),
        // The same applies inside objects, but not inside removed objects.
        (#"{"o":{"a":2}}"#, #"{"o":{"a":1,"x":5}}"#, #"{"o":{"a":1}}"#, #"{"o":{"a":2,"x":5}}"#),
        (#"{}"#, #"{"o":{"a":1,"x":5}}"#, #"{"o":{"a":1}}"#, #"{}"#),
        // Elements of arrays are identified by their id, or by all their members that the type knows.
        (
            #"{"l":[{"id":"b","n":9},{"id":"c"}]}"#, #"{"l":[{"id":"a","x":1},{"id":"b","n":2,"x":2}]}"#,
            #"{"l":[{"id":"a"},{"id":"b","n":2}]}"#, #"{"l":[{"id":"b","n":9,"x":2},{"id":"c"}]}"#
        ),
        (
            #"{"l":[{"n":3},{"n":1}]}"#, #"{"l":[{"n":1,"x":1}]}"#, #"{"l":[{"n":1}]}"#,
            #"{"l":[{"n":3},{"n":1,"x":1}]}"#
        ),
        // A member that has changed its type has its new value.
        (#"{"o":1}"#, #"{"o":{"x":5}}"#, #"{"o":{}}"#, #"{"o":1}"#),
    ])
    func `unknown members are kept`(new: String, stored: String, known: String, expected: String) throws {
        #expect(try json(new).keepingUnknown(of: json(stored), known: json(known)) == json(expected))
    }
}
