/// A strict JSON scanner (RFC 8259). The scanner finds the positions of values without decoding them.
package struct JSONScanner {
    /// The maximum nesting depth. Deeper JSON is rejected, because recursion would exhaust the stack.
    package static let maximumDepth = 256

    package let bytes: UnsafeRawBufferPointer
    package private(set) var position = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The byte at the current position; `nil` at the end.
    package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Checks that only white space is left.
    package mutating func finish() throws(JSONSyntaxError) {
        skipWhitespace()
        if position < bytes.count { throw failure("nothing more") }
    }

    package mutating func skipWhitespace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips white space and one value of any type.
    package mutating func skipValue(depth: Int = 0) throws(JSONSyntaxError) {
        skipWhitespace()
        switch next {
        case UInt8(ascii: "{"):
            try readObject(depth: depth) { scanner, _ throws(JSONSyntaxError) in
                try scanner.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            try readArray(depth: depth) { scanner throws(JSONSyntaxError) in try scanner.skipValue(depth: depth + 1) }
        default: _ = try readScalar()
        }
    }

    /// Reads an object. `body` receives the position of each name with its quotes, and must read the value that follows.
    package mutating func readObject(
        depth: Int, _ body: (inout JSONScanner, Range<Int>) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try readList(closing: UInt8(ascii: "}"), depth: depth) { scanner throws(JSONSyntaxError) in
            let name = try scanner.readString()
            scanner.skipWhitespace()
            guard scanner.next == UInt8(ascii: ":") else { throw scanner.failure("\":\"") }
            scanner.position += 1
            try body(&scanner, name)
        }
    }

    /// Reads an array. `body` must read each element.
    package mutating func readArray(
        depth: Int, _ body: (inout JSONScanner) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try readList(closing: UInt8(ascii: "]"), depth: depth, body)
    }

    private mutating func readList(
        closing: UInt8, depth: Int, _ body: (inout JSONScanner) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        guard depth < Self.maximumDepth else { throw failure("at most \(Self.maximumDepth) levels") }
        position += 1
        skipWhitespace()
        if next == closing {
            position += 1
            return
        }
        while true {
            skipWhitespace()
            try body(&self)
            skipWhitespace()
            guard let byte = next, byte == UInt8(ascii: ",") || byte == closing else {
                throw failure("\",\" or \"\(Character(Unicode.Scalar(closing)))\"")
            }
            position += 1
            if byte == closing { return }
        }
    }

    /// Reads a string, a number, `true`, `false` or `null`, and returns its position.
    package mutating func readScalar() throws(JSONSyntaxError) -> Range<Int> {
        let start = position
        switch next {
        case UInt8(ascii: "\""): return try readString()
        case UInt8(ascii: "t"): try readWord("true")
        case UInt8(ascii: "f"): try readWord("false")
        case UInt8(ascii: "n"): try readWord("null")
        default: try readNumber()
        }
        return start..<position
    }

    /// Reads a string, and returns its position including the quotes.
    package mutating func readString() throws(JSONSyntaxError) -> Range<Int> {
        guard next == UInt8(ascii: "\"") else { throw failure("a string") }
        let start = position
        position += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position
            case UInt8(ascii: "\\"): try skipEscape()
            case 0..<0x20: throw failure("no control character")
            default: position += 1
            }
        }
        throw failure("the end of a string")
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        position += 1
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { throw failure("a digit") }
                position += 1
            }
        default: throw failure("an escape sequence")
        }
    }

    private mutating func readWord(_ word: StaticString) throws(JSONSyntaxError) {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes.dropFirst(position).starts(with: letters) else { throw failure("\(word)") }
        position += letters.count
    }

    private mutating func readNumber() throws(JSONSyntaxError) {
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") { position += 1 } else { try readDigits() }
        if next == UInt8(ascii: ".") {
            position += 1
            try readDigits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try readDigits()
        }
    }

    private mutating func readDigits() throws(JSONSyntaxError) {
        let start = position
        while let byte = next, (48...57).contains(byte) { position += 1 }
        if position == start { throw failure("a value") }
    }

    private func failure(_ expected: String) -> JSONSyntaxError {
        JSONSyntaxError(position: position, reason: "expected \(expected)")
    }
}
