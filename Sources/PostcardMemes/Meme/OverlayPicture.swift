import PostcardCore

/// The picture of an overlay: a file's bytes, or a name by which the caller finds them.
///
/// It is written as one string: a path, a URL, or for bytes a `data:` URL (RFC 2397).
public enum OverlayPicture: Hashable, Sendable {
    /// A path or URL. Nothing is read here: put the bytes in its place with ``Meme/fillOverlays(_:)`` before drawing.
    case named(String)
    /// A picture file: JPEG, PNG, WebP, GIF and whatever else Postcard reads.
    case bytes([UInt8])
}

extension OverlayPicture: Codable {
    /// Reads a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard text.hasPrefix("data:") else {
            self = .named(text)
            return
        }
        guard let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64"),
            let bytes = Base64.standard.decode(text[text.index(after: comma)...])
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "The data URL is not one in base64: data:image/png;base64,…")
        }
        self = .bytes(bytes)
    }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .named(let name): try container.encode(name)
        // The first bytes tell the format; who reads it need not trust a name.
        case .bytes(let bytes): try container.encode(Base64.dataURL(bytes, mediaType: "application/octet-stream"))
        }
    }
}

extension Meme {
    /// Paths and URLs of overlays whose bytes are still to be put in their places, each once.
    public var overlayNames: [String] {
        var known: Set<String> = []
        return overlays.compactMap { overlay in
            guard case .named(let name)? = overlay.picture, known.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Puts bytes in the places of names.
    ///
    /// - Parameter pictures: the picture file for each name; names without one stay.
    public mutating func fillOverlays(_ pictures: [String: [UInt8]]) {
        for index in overlays.indices {
            guard case .named(let name)? = overlays[index].picture, let bytes = pictures[name] else { continue }
            overlays[index].picture = .bytes(bytes)
        }
    }
}
