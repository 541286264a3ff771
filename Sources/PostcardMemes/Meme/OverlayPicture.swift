import PostcardCore

/// The picture of an overlay: the bytes of a file, or a name that the client resolves.
///
/// The picture is encoded as one string: a path, a URL, or a `data:` URL (RFC 2397) for bytes.
public enum OverlayPicture: Hashable, Sendable {
    /// A path or URL. This case does not contain the picture: before drawing, replace the name with the bytes by calling
    /// ``Meme/resolveOverlays(from:)``.
    case named(String)
    /// A picture file in any format that can be read, such as JPEG, PNG, WebP or GIF.
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
                in: container, debugDescription: "The data URL is not base64-encoded. Write data:image/png;base64,…")
        }
        self = .bytes(bytes)
    }

    /// Writes a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .named(let name): try container.encode(name)
        // The first bytes identify the format, so the media type is not needed.
        case .bytes(let bytes): try container.encode(Base64.dataURL(bytes, mediaType: "application/octet-stream"))
        }
    }
}
