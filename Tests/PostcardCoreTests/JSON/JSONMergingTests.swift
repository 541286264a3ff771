import Testing

@testable import PostcardCore

struct JSONMergingTests {
    private func json(_ text: String) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(parsing: $0) }
    }

    @Test(arguments: [
        // A member that the type does not know stays, one that it has emptied goes.
        (#"{"a":2}"#, #"{"a":1,"x":[1.10]}"#, #"{"a":1}"#, #"{"a":2,"x":[1.10]}"#),
        (#"{}"#, #"{"a":1,"x":null}"#, #"{"a":1}"#, #"{"x":null}"#),
        // Also inside of objects, but not of those that are gone.
        (#"{"o":{"a":2}}"#, #"{"o":{"a":1,"x":5}}"#, #"{"o":{"a":1}}"#, #"{"o":{"a":2,"x":5}}"#),
        (#"{}"#, #"{"o":{"a":1,"x":5}}"#, #"{"o":{"a":1}}"#, #"{}"#),
        // Elements of lists are known by their id, or by all that the type knows of them.
        (
            #"{"l":[{"id":"b","n":9},{"id":"c"}]}"#, #"{"l":[{"id":"a","x":1},{"id":"b","n":2,"x":2}]}"#,
            #"{"l":[{"id":"a"},{"id":"b","n":2}]}"#, #"{"l":[{"id":"b","n":9,"x":2},{"id":"c"}]}"#
        ),
        (
            #"{"l":[{"n":3},{"n":1}]}"#, #"{"l":[{"n":1,"x":1}]}"#, #"{"l":[{"n":1}]}"#,
            #"{"l":[{"n":3},{"n":1,"x":1}]}"#
        ),
        // A member that has become something else is what it is now.
        (#"{"o":1}"#, #"{"o":{"x":5}}"#, #"{"o":{}}"#, #"{"o":1}"#),
    ])
    func `unknown members are kept`(new: String, stored: String, known: String, expected: String) throws {
        #expect(try json(new).keepingUnknown(of: json(stored), known: json(known)) == json(expected))
    }
}
