import PostcardCore

extension Setting {
    /// Returns the value as JSON, with secrets hidden.
    func node(in settings: ServerConfiguration) -> JSONValue {
        switch content {
        case .text(let path): .text(settings[keyPath: path])
        case .number(let path, _): .integer(settings[keyPath: path])
        case .flag(let path): .flag(settings[keyPath: path])
        case .list(let path, let isSecret): .array(settings[keyPath: path].map { isSecret ? "<secret>" : .text($0) })
        }
    }

    /// Returns the value that an environment variable's text represents. Commas separate list entries. Invalid text is returned as text.
    func value(of text: String) -> JSONValue {
        switch content {
        case .text: .text(text)
        case .number: Int(text).map { .integer($0) } ?? .text(text)
        case .flag:
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: .text(text)
            }
        case .list:
            .array(text.split(separator: ",", omittingEmptySubsequences: false).map { .text($0.trimmingSpaces()) })
        }
    }

    /// Sets the value.
    ///
    /// - Parameter place: the location of the value, for error messages.
    /// - Throws: ``StartupError`` if the value has the wrong type.
    func set(_ value: JSONValue, from place: String, in settings: inout ServerConfiguration) throws(StartupError) {
        switch content {
        case .text(let path):
            guard let text = value.string else { throw wrong(value, place, "a string", "\"…\"") }
            settings[keyPath: path] = text
        case .number(let path, _):
            guard let number = value.integer ?? value.number.flatMap({ Int(exactly: $0) }) else {
                throw wrong(value, place, "a whole number", "\(Self.defaults[keyPath: path])")
            }
            settings[keyPath: path] = number
        case .flag(let path):
            guard value == true || value == false else { throw wrong(value, place, "true or false", nil) }
            settings[keyPath: path] = value == true
        case .list(let path, _):
            guard let elements = value.elements, case let texts = value.strings, texts.count == elements.count else {
                throw wrong(value, place, "a list of strings", "[\"…\", \"…\"]")
            }
            settings[keyPath: path] = texts.filter { !$0.isEmpty }
        }
    }

    private func wrong(_ value: JSONValue, _ place: String, _ type: String, _ example: String?) -> StartupError {
        var written = String(decoding: value.bytes, as: UTF8.self)
        if case .list(_, isSecret: true) = content { written = "a secret of the wrong type" }
        let advice = example.map { ", such as \($0)" } ?? ""
        return StartupError.badSetting("\(place) is \(written); it must be \(type)\(advice).")
    }

    /// Checks the range of a number.
    ///
    /// - Throws: ``StartupError`` if the number is out of range.
    func check(_ settings: ServerConfiguration) throws(StartupError) {
        guard case .number(let path, let range) = content, case let number = settings[keyPath: path],
            !range.contains(number)
        else { return }
        throw .badSetting("\(name) is \(number); it must be \(range.words).")
    }
}
