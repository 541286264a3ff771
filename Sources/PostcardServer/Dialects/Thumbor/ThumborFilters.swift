import PostcardImaging

/// The filters of a thumbor URL: steps, and what they say about the scaling before them and the file after them.
struct ThumborFilters: Sendable {
    /// More filters than this are refused, since each costs time.
    static let limit = 16

    var steps: [PipelineStep] = []
    var output = PictureOutput()
    /// Areas that have to stay in sight.
    var focals: [PixelEdges] = []
    /// The picture is named by another address of thumbor's, of which the crop is a focal area and the rest does not count.
    var extractsFocal = false
    /// The result is no larger than the source.
    var limitsToSource = false
    /// The picture is squeezed into the box.
    var stretches = false

    init() {}

    /// Reads `name(arguments):name(arguments)`.
    ///
    /// - Parameters:
    ///   - isLenient: whether filters that are unknown, or have wrong arguments, are left out instead of refused, as thumbor does it.
    /// - Throws: `HTTPError` with status 400.
    init(_ text: String, isLenient: Bool = false) throws(HTTPError) {
        var rest = text[...]
        var count = 0
        while !rest.isEmpty {
            count += 1
            guard count <= Self.limit else { throw .badRequest("There are more than \(Self.limit) filters.") }
            guard let open = rest.firstIndex(of: "("), let end = Self.endOfFilter(rest) else {
                guard !isLenient else { return }
                throw .badRequest(
                    rest.contains("(")
                        ? "The filter \"\(rest.prefix(80))\" does not end."
                        : "The filter \"\(rest.prefix(80))\" has no parentheses.")
            }
            do throws(HTTPError) {
                var arguments = FilterArguments(
                    name: String(rest[..<open]), text: rest[rest.index(after: open)..<end])
                var changed = self
                try changed.add(&arguments)
                try arguments.finish()
                self = changed
            } catch {
                guard isLenient else { throw error }
            }
            rest = rest[rest.index(after: end)...].drop { $0 == ":" }
        }
    }

    /// The parenthesis at the very end, or the first that a colon follows.
    private static func endOfFilter(_ text: Substring) -> Substring.Index? {
        for index in text.indices where text[index] == ")" {
            let after = text.index(after: index)
            if after == text.endIndex || text[after] == ":" { return index }
        }
        return nil
    }

    private mutating func add(_ arguments: inout FilterArguments) throws(HTTPError) {
        switch arguments.name {
        case "quality": output.quality = try arguments.integer("number", in: 0...100)
        case "format":
            let names = ImageFormat.writableExtensions.joined(separator: ", ")
            output.format =
                try arguments.value("name", possible: "one of \(names)", Self.format) ?? output.format
        case "max_bytes": output.maximumBytes = try arguments.integer("number", in: 1...Int(Int32.max))
        case "max_age": output.maximumAge = try arguments.integer("time", in: 0...Int(Int32.max))
        // Ours: a signed URL that ends.
        case "expires": output.expires = try arguments.integer("time", in: 0...Int.max)
        case "focal": focals.append(try arguments.value("rectangle", possible: "LEFTxTOP:RIGHTxBOTTOM", Self.rectangle))
        case "extract_focal": extractsFocal = true
        case "no_upscale": limitsToSource = true
        case "stretch": stretches = true
        // Results carry no EXIF data and are in sRGB without a profile anyway, red eyes are looked for in faces, which need a detector
        // there too, and which formats a client gets is its own choice.
        case "strip_exif", "strip_icc", "red_eye", "redeye": break
        case "autojpg": _ = try arguments.flag("choice")
        case "gifv", "cover":
            throw .badRequest(
                "The filter \(arguments.name) makes a video of a GIF, which this service does not write.")
        case "watermark": steps.append(.mark(try Self.watermark(&arguments)))
        case "frame":
            throw .badRequest(
                "The filter frame is not known here. Lay a picture of the same size on it: watermark(PICTURE,0,0,0).")
        case "fill": steps.append(.fillBox(try Self.fill(&arguments)))
        default: if let filter = try PictureFilter(thumbor: &arguments) { steps.append(.filter(filter)) }
        }
    }

    /// The formats that we write, and those that thumbor takes and, without a plug-in, does not write either.
    private static func format(_ name: String) -> ImageFormat?? {
        if let format = ImageFormat(writableExtension: name) { return .some(format) }
        return ["heic", "heif"].contains(name.lowercased()) ? .some(nil) : nil
    }

    /// `LEFTxTOP:RIGHTxBOTTOM`.
    private static func rectangle(_ text: String) -> PixelEdges? {
        let numbers = text.split(whereSeparator: { $0 == "x" || $0 == ":" }).compactMap { Int($0) }
        guard numbers.count == 4, numbers.allSatisfy({ (0...1_000_000).contains($0) }) else { return nil }
        return .init(left: numbers[0], top: numbers[1], right: numbers[2], bottom: numbers[3])
    }
}

/// The arguments of one filter, read from left to right.
struct FilterArguments {
    let name: String
    private var rest: ArraySlice<String>

    /// - Parameters:
    ///   - name: of the filter, for messages.
    ///   - text: what stands between its parentheses; an argument in single quotes, or a curve in brackets, may have commas.
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

    mutating func text(_ what: String) throws(HTTPError) -> String {
        guard let text = rest.popFirst(), !text.isEmpty else {
            throw .badRequest("The filter \(name) lacks its \(what).")
        }
        return text
    }

    /// `possible` says what can be written.
    mutating func value<Value>(
        _ what: String, possible: String, _ read: (String) -> Value?
    ) throws(HTTPError) -> Value {
        let text = try text(what)
        guard let value = read(text) else {
            throw .badRequest(
                "The \(what) of the filter \(name) cannot be \"\(text.prefix(80))\". Write \(possible).")
        }
        return value
    }

    mutating func integer(_ what: String, in range: ClosedRange<Int>) throws(HTTPError) -> Int {
        try value(what, possible: range.words) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    mutating func number(_ what: String, in range: ClosedRange<Double>) throws(HTTPError) -> Double {
        try value(what, possible: range.words) { Double($0).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// An argument that may be left out.
    mutating func flag(_ what: String, default usual: Bool = false) throws(HTTPError) -> Bool {
        guard !isEmpty else { return usual }
        return try value(what, possible: "true or false") {
            ["1": true, "true": true, "0": false, "false": false][$0.lowercased()]
        }
    }

    mutating func color(_ what: String) throws(HTTPError) -> Color {
        try value(what, possible: Self.colors, Color.init(css:))
    }

    /// The ways to write a colour.
    static let colors = "a name of CSS, or hexadecimal digits such as ff0000"

    func finish() throws(HTTPError) {
        guard rest.isEmpty else { throw .badRequest("The filter \(name) has too many arguments.") }
    }
}
