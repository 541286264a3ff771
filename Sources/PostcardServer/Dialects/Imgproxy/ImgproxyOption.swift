import PostcardCore
import PostcardImaging

/// An option in imgproxy's URLs, `name:argument:argument`.
struct ImgproxyOption: Sendable, Equatable {
    let name: String
    /// The arguments; an empty argument leaves the value unchanged.
    let arguments: [String]

    /// - Returns: `nil` if the part of the URL is not an option.
    init?(_ part: some StringProtocol) {
        let fields = String(part).split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count > 1, !fields[0].isEmpty else { return nil }
        name = Self.names[String(fields[0])] ?? String(fields[0])
        arguments = fields[1...].map { String($0) }
    }

    /// The long names of options by their short names.
    private static let names = [
        "rs": "resize", "s": "size", "rt": "resizing_type", "w": "width", "h": "height", "mw": "min-width",
        "min_width": "min-width", "mh": "min-height", "min_height": "min-height", "z": "zoom", "el": "enlarge",
        "ex": "extend", "extend_ar": "extend_aspect_ratio", "exar": "extend_aspect_ratio", "g": "gravity", "c": "crop",
        "t": "trim", "pd": "padding", "ar": "auto_rotate", "rot": "rotate", "fl": "flip", "bg": "background",
        "bl": "blur", "sh": "sharpen", "pix": "pixelate", "wm": "watermark", "sm": "strip_metadata",
        "kcr": "keep_copyright",
        "scp": "strip_color_profile", "ph": "preserve_hdr", "eth": "enforce_thumbnail", "q": "quality",
        "fq": "format_quality", "mb": "max_bytes", "jpgo": "jpeg_options", "f": "format", "ext": "format",
        "skp": "skip_processing", "cb": "cachebuster", "exp": "expires", "fn": "filename", "att": "return_attachment",
        "pr": "preset",
    ]

    /// True if imgproxy has this option.
    var isKnown: Bool { Self.longNames.contains(name) }

    private static let longNames = Set<NameKey>(names: names.values).union(["dpr", "raw", "cachebuster"])

    /// The option for cache keys, under its long name.
    var text: String { "\(name):\(arguments.joined(separator: ":"))" }
}

extension ImgproxyOption {
    /// Returns an argument; `nil` if it is omitted or empty.
    subscript(index: Int) -> String? {
        index < arguments.count && !arguments[index].isEmpty ? arguments[index] : nil
    }

    /// The maximum number of arguments, by option.
    private static let argumentCounts = [
        "resizing_type": 1, "width": 1, "height": 1, "min-width": 1, "min-height": 1, "zoom": 2, "dpr": 1, "enlarge": 1,
        "rotate": 1, "flip": 2, "auto_rotate": 1, "blur": 1, "sharpen": 1, "pixelate": 1, "quality": 1, "max_bytes": 1,
        "format": 1, "expires": 1, "filename": 2, "return_attachment": 1,
    ]

    /// Checks the number of arguments.
    ///
    /// - Throws: `HTTPError` with status 400 if there are too many.
    func requireArgumentCount() throws(HTTPError) {
        if let count = Self.argumentCounts[name] { try require(atMost: count) }
    }

    func require(atMost count: Int) throws(HTTPError) {
        guard arguments.count <= count else {
            throw .badRequest("The \(name.prefix(40)) option takes at most \(count) argument\(count == 1 ? "" : "s").")
        }
    }

    /// Returns an argument, parsed by `read`; `nil` if it is omitted. `possible` is the text for the valid values in error messages.
    func value<Value>(
        _ index: Int, _ what: String, possible: String? = nil, _ read: (String) -> Value?
    ) throws(HTTPError) -> Value? {
        guard let text = self[index] else { return nil }
        guard let value = read(text) else {
            throw .badRequest(
                "The \(what) of the \(name) option can't be \"\(text.prefix(80))\"."
                    + (possible.map { " Write \($0)." } ?? ""))
        }
        return value
    }

    /// Returns an integer argument from 0 to `most`, such as a side in pixels.
    func count(_ index: Int, _ what: String, most: Int = 1_000_000) throws(HTTPError) -> Int? {
        try value(index, what, possible: (0...most).words) { text in Int(text).flatMap { 0...most ~= $0 ? $0 : nil } }
    }

    func number(_ index: Int, _ what: String, in range: ClosedRange<Double>) throws(HTTPError) -> Double? {
        try value(index, what, possible: range.words) { text in
            Double(text).flatMap { $0.isFinite && range.contains($0) ? $0 : nil }
        }
    }

    /// The time in the `expires` option in seconds since 1970; `nil` for 0, which means never.
    var time: Int? {
        get throws(HTTPError) { try count(0, "time", most: .max).flatMap { $0 == 0 ? nil : $0 } }
    }

    /// Returns an argument that is a factor between 0.001 and 100.
    func factor(_ index: Int, _ what: String) throws(HTTPError) -> Double? {
        try number(index, what, in: 0.001...100)
    }

    /// Returns a Boolean argument, in any spelling that Go's `ParseBool` accepts.
    func flag(_ index: Int, _ what: String) throws(HTTPError) -> Bool? {
        try value(index, what) { text in
            switch text {
            case "1", "t", "T", "true", "TRUE", "True": true
            case "0", "f", "F", "false", "FALSE", "False": false
            default: nil
            }
        }
    }

    func text(_ index: Int, base64 isEncoded: Bool, _ what: String) throws(HTTPError) -> String? {
        try value(index, what) { text in
            if isEncoded { return Base64.urlSafe.decode(text).flatMap { String(validating: $0, as: UTF8.self) } }
            return PercentEncoding.decode(text[...])
        }
    }

    /// Returns a color: hexadecimal digits, or red, green and blue as three arguments.
    func color(_ index: Int) throws(HTTPError) -> Color? {
        if arguments.count - index == 3 {
            func channel(_ index: Int) throws(HTTPError) -> UInt8 {
                guard let value = try count(index, "color", most: 255) else {
                    throw .badRequest("The \(name) option is missing a color channel.")
                }
                return UInt8(value)
            }
            return Color(red: try channel(index), green: try channel(index + 1), blue: try channel(index + 2))
        }
        return try hexadecimalColor(index)
    }

    /// Returns a color from one argument with hexadecimal digits. Three arguments are never read as channels.
    func hexadecimalColor(_ index: Int) throws(HTTPError) -> Color? {
        try value(index, "color") { text in
            [3, 6].contains(text.count) && text.allSatisfy(\.isHexDigit) ? Color(css: "#\(text)") : nil
        }
    }

    /// Returns a gravity: `TYPE`, `TYPE:X:Y`, `fp:X:Y` or `sm`.
    func gravity(_ index: Int) throws(HTTPError) -> Gravity? {
        guard let kind = self[index] else { return nil }
        try require(atMost: index + 3)
        func offset(_ index: Int) throws(HTTPError) -> Double {
            try number(index, "offset", in: -1_000_000...1_000_000) ?? 0
        }
        switch kind {
        case "sm": return Gravity(anchor: .detail)
        case "fp":
            guard let x = try number(index + 1, "focus point", in: 0...1),
                let y = try number(index + 2, "focus point", in: 0...1)
            else { throw .badRequest("The focus point of the \(name) option must be fp:X:Y, each from 0 to 1.") }
            return Gravity(anchor: .point(x: x, y: y))
        default:
            guard let anchor = Self.anchors[kind] else {
                throw .badRequest("The gravity of the \(name) option can't be \"\(kind.prefix(80))\".")
            }
            return Gravity(
                anchor: .edges(x: anchor.x, y: anchor.y), x: try offset(index + 1), y: try offset(index + 2))
        }
    }

    private static let anchors: [NameKey: (x: Double, y: Double)] = [
        "ce": (0.5, 0.5), "no": (0.5, 0), "so": (0.5, 1), "ea": (1, 0.5), "we": (0, 0.5), "noea": (1, 0),
        "nowe": (0, 0), "soea": (1, 1), "sowe": (0, 1),
    ]
}
