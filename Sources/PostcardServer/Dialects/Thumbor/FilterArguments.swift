/// The arguments of one filter, read from left to right.
struct FilterArguments {
    let name: String
    private var rest: ArraySlice<String>

    /// - Parameters:
    ///   - name: the name of the filter, for messages.
    ///   - text: the text between its parentheses. An argument in single quotes, or a curve in brackets, may contain commas.
    init(name: String, text: some StringProtocol) {
        self.name = name
        var arguments = [""]
        var isQuoted = false
        for character in text {
            if name == "curve", character == "[" || character == "]" { isQuoted = character == "[" }
            if character == "'" {
                isQuoted.toggle()
            } else if character == "," && !isQuoted {
                arguments.append("")
            } else if !(character == " " && arguments[arguments.count - 1].isEmpty) {
                arguments[arguments.count - 1].append(character)
            }
        }
        rest = arguments == [""] ? [] : arguments[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    /// Returns the next argument. `what` is the text for the argument in error messages.
    mutating func text(_ what: String) throws(HTTPError) -> String {
        guard let text = rest.popFirst(), !text.isEmpty else {
            throw .badRequest("The \(name) filter is missing its \(what).")
        }
        return text
    }

    /// Returns the next argument, parsed by `read`. `possible` is the text for the valid values in error messages.
    mutating func value<Value>(
        _ what: String, possible: String, _ read: (String) -> Value?
    ) throws(HTTPError) -> Value {
        let text = try text(what)
        guard let value = read(text) else {
            throw .badRequest(
                "The \(what) of the \(name) filter can't be \"\(text.prefix(80))\". Write \(possible).")
        }
        return value
    }

    mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(HTTPError) -> Int {
        try value(what, possible: range.words) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    mutating func number(_ what: String, in range: ClosedRange<Double>) throws(HTTPError) -> Double {
        try value(what, possible: range.words) { Double($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// Returns the next argument as a Boolean; `standard` if it is omitted.
    mutating func flag(_ what: String, default standard: Bool = false) throws(HTTPError) -> Bool {
        guard !isEmpty else { return standard }
        return try value(what, possible: "true or false") {
            ["1": true, "true": true, "0": false, "false": false][$0.lowercased()]
        }
    }

    /// The description of valid colors for messages.
    static let colors = "a CSS name, or hexadecimal digits such as ff0000"

    /// Checks that no arguments are left.
    func finish() throws(HTTPError) {
        guard rest.isEmpty else { throw .badRequest("The \(name) filter has too many arguments.") }
    }
}
