import PostcardCore

/// The font of a caption.
public enum CaptionFont: Hashable, Sendable {
    /// Frankmark, the built-in typeface.
    case bundled
    /// A font installed on the machine, identified by its full name or family name. A family name selects the boldest upright font of the
    /// family.
    case named(String)
    /// A font file, identified by its name. This case does not contain the font: before drawing, replace the name with the font by calling
    /// ``Meme/resolveFonts(from:)``.
    case file(String, Typeface? = nil)
    /// A font read from a file.
    case typeface(Typeface)

    /// The name of the font file; `nil` for other fonts.
    package var fileName: String? {
        if case .file(let name, _) = self { name } else { nil }
    }

    func typeface(in fonts: FontLibrary) throws(MemeError) -> Typeface {
        switch self {
        case .bundled: return try fonts.bundledTypeface()
        case .named(let name): return try fonts.typeface(named: name)
        case .file(_, let typeface?), .typeface(let typeface): return typeface
        case .file(let name, nil):
            throw MemeError(.fontNotFound, "The font file \(name) has not been read. Call resolveFonts(from:) first.")
        }
    }
}

extension CaptionFont {
    private static let bundledName = "Frankmark"

    /// Makes a font from a name. A name that contains a slash or ends in `.ttf`, `.otf` or `.ttc` refers to a file.
    public init(_ name: String) {
        let ending = name.suffix(4).lowercased()
        let isFile = name.utf8.contains(UInt8(ascii: "/")) || [".ttf", ".otf", ".ttc"].contains(ending)
        self = name == Self.bundledName ? .bundled : isFile ? .file(name) : .named(name)
    }
}

extension Typeface: Hashable {
    /// Typefaces are compared by identity.
    public static func == (left: Typeface, right: Typeface) -> Bool { left.number == right.number }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Meme {
    /// The names of the font files that have not been read, without duplicates.
    package var fontNames: [String] {
        var known: Set<NameKey> = []
        return allCaptions.compactMap { caption in
            guard case .file(let name, nil) = caption.font, known.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Replaces the names of font files with the fonts that the files contain.
    ///
    /// - Parameter file: returns the bytes of a TrueType or OpenType font file; `nil` to keep the name. Called once for each name.
    /// - Throws: `MemeError` with code `invalidFont`, whose message contains the name of the file; any error that `file` throws.
    public mutating func resolveFonts(from file: (_ name: String) throws -> [UInt8]?) throws {
        var typefaces: [NameKey: Typeface] = [:]
        for name in fontNames {
            guard let bytes = try file(name) else { continue }
            do throws(MemeError) {
                typefaces[name] = try Typeface(bytes: bytes)
            } catch {
                throw MemeError(error.code, "\(name): \(error.message)")
            }
        }
        editCaptions { caption, _ in
            if case .file(let name, nil) = caption.font {
                caption.font = .file(name, typefaces[name])
            }
        }
    }
}

/// A font is encoded as its name, and the bundled font as `Frankmark`. `null` is decoded as the bundled font.
extension CaptionFont: Codable {
    /// Decodes a name in the same way as ``init(_:)``. The font file itself is not read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .bundled : CaptionFont(try container.decode(String.self))
    }

    /// Writes the name.
    ///
    /// - Throws: `EncodingError` for a typeface, which has no name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bundled: try container.encode(Self.bundledName)
        case .named(let name), .file(let name, _): try container.encode(name)
        case .typeface:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription:
                        "A font made from a typeface can't be encoded. Specify an installed font or a file."
                ))
        }
    }
}
