import HTTPTypes
import PostcardCore

/// A URL in imgproxy's scheme, without its signature: `OPTION/OPTION/plain/PICTURE@EXT`, or the picture in Base64 with `.EXT`.
struct ImgproxyAddress: Sendable {
    private(set) var options = ImgproxyOptions()
    /// The name of the picture, decoded.
    var image: String

    /// - Parameters:
    ///   - path: the text after the signature, percent-encoded as received, without a query.
    ///   - hints: options from client hints; those in the URL override them.
    /// - Throws: `HTTPError` with status 400.
    init(parsing path: Substring, hints: [ImgproxyOption] = [], _ settings: ImgproxySettings) throws(HTTPError) {
        for hint in hints { try options.apply(hint, settings) }
        if settings.presets[ImgproxySettings.defaultPreset] != nil {
            try options.apply(preset: ImgproxySettings.defaultPreset, settings)
        }
        var parts = Self.repaired(path).split(separator: "/", omittingEmptySubsequences: false)[...]
        var count = 0
        while let option = parts.first.flatMap({ ImgproxyOption($0) }) {
            count += 1
            guard count <= Self.maximumOptions else {
                throw .badRequest("There are more than \(Self.maximumOptions) options.")
            }
            try options.apply(option, settings)
            parts.removeFirst()
        }
        let source = try Self.source(parts)
        if let format = source.format {
            guard let option = ImgproxyOption("format:\(format)") else { throw Self.noPicture }
            try options.apply(option, settings)
        }
        image = source.name
    }

    /// Returns the name of a URL's picture, and the time at which the URL expires, in seconds since 1970. Ignores other options.
    static func picture(of path: Substring) throws(HTTPError) -> (name: String, expires: Int?) {
        var parts = repaired(path).split(separator: "/", omittingEmptySubsequences: false)[...]
        var expires: Int?
        while let option = parts.first.flatMap({ ImgproxyOption($0) }) {
            if option.name == "expires" { expires = try option.time }
            parts.removeFirst()
        }
        return (try source(parts).name, expires)
    }

    /// Restores the colons that proxies and caches encoded, and the double slash that they merged.
    static func repaired(_ path: Substring) -> Substring {
        func withColons(_ part: Substring) -> Substring {
            part.replacing("%3A", with: ":").replacing("%3a", with: ":")
        }
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let plain = parts.firstIndex(of: plainMark) ?? parts.endIndex
        for index in parts[..<plain].indices { parts[index] = withColons(parts[index]) }
        if plain + 2 < parts.endIndex, case let scheme = withColons(parts[plain + 1]), schemes.contains(scheme) {
            let isMerged = !parts[plain + 2].isEmpty
            parts[plain + 1] = scheme + (!isMerged ? "" : scheme == "local:" ? "//" : "/")
        }
        return parts.joined(separator: "/")[...]
    }

    /// Returns the URL without extra slashes before the name of the picture; `nil` if there are none.
    static func usualSpelling(of path: Substring) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let plain = parts.firstIndex(of: plainMark), plain + 2 < parts.endIndex, parts[plain + 1].isEmpty else {
            return nil
        }
        return (parts[...plain] + parts[(plain + 1)...].drop(while: \.isEmpty)).joined(separator: "/")
    }

    /// The path segment before a picture name that is not in Base64.
    private static let plainMark: Substring = "plain"
    private static let schemes: Set<NameKey> = ["http:", "https:", "s3:", "local:"]

    /// The maximum number of options.
    private static let maximumOptions = 64
    private static let noPicture = HTTPError.badRequest("The URL contains no picture name.")

    /// Returns the decoded name of the picture, and the file extension of the format, from the parts after the options.
    private static func source(_ parts: ArraySlice<Substring>) throws(HTTPError) -> (name: String, format: Substring?) {
        let isPlain = parts.count > 1 && parts.first == plainMark
        let text = isPlain ? parts.dropFirst().joined(separator: "/") : parts.joined()
        // An @ in a plain name is written as %40.
        let fields = text.split(separator: isPlain ? "@" : ".", omittingEmptySubsequences: false)
        guard let name = fields.first, !name.isEmpty, fields.count <= 2 else {
            throw fields.count > 2
                ? .badRequest("The URL contains more than one format. Encode an @ in the picture's name as %40.")
                : noPicture
        }
        let format = fields.count == 2 && !fields[1].isEmpty ? fields[1] : nil
        if isPlain {
            guard let decoded = PercentEncoding.decode(name) else {
                throw .badRequest("The picture's name is not percent-encoded UTF-8.")
            }
            return (decoded, format)
        }
        guard let bytes = Base64.urlSafe.decode(name), let decoded = String(validating: bytes, as: UTF8.self) else {
            throw .badRequest("The picture's name is not URL-safe Base64 of UTF-8. Write plain/ before other names.")
        }
        return (decoded, format)
    }

    /// The picture processing that the URL describes. As in imgproxy, browsers save the result under the picture's name.
    var pipeline: PicturePipeline {
        var pipeline = options.pipeline(of: image)
        pipeline.output.fileName = pipeline.output.fileName ?? PictureName.stem(of: image) ?? "image"
        return pipeline
    }
}

extension HTTPFields {
    /// Adds the header that requests client hints from the browser, and adds the hints to `Vary`, because the response depends on them.
    mutating func addClientHints() {
        self[.vary] = [self[.vary], ClientHints.vary].compactMap { $0 }.joined(separator: ", ")
        self[.acceptClientHints] = "Sec-CH-DPR, Sec-CH-Width"
    }
}
