import PostcardCore

/// The font of a caption.
public enum CaptionFont: Hashable, Sendable {
    /// The typeface that comes with Postcard, Frankmark.
    case bundled
    /// A font installed on the machine, by the name of its family or its full name. Of a family, the boldest upright font is taken.
    case named(String)
    /// A font file by its name. Nothing is read here: replace the name by the font with ``Meme/resolveFonts(from:)`` before drawing.
    case file(String, Typeface? = nil)
    /// A font read from a file.
    case typeface(Typeface)

    /// The name of the font's file; `nil` for fonts that are not named by a file.
    package var fileName: String? {
        if case .file(let name, _) = self { name } else { nil }
    }

    func typeface(in fonts: FontLibrary) throws(MemeError) -> Typeface {
        switch self {
        case .bundled: return try fonts.bundledTypeface()
        case .named(let name): return try fonts.typeface(named: name)
        case .file(_, let typeface?), .typeface(let typeface): return typeface
        case .file(let name, nil):
            throw MemeError(.fontNotFound, "The font file \(name) has not been read. Give its bytes first.")
        }
    }
}

extension CaptionFont {
    private static let bundledName = "Frankmark"

    /// A font by its name as it is written: a name with a slash, or one that ends in `.ttf`, `.otf` or `.ttc`, is that of a file.
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
    /// Names of the font files whose bytes are still missing, each once.
    package var fontNames: [String] {
        var known: Set<NameKey> = []
        return allCaptions.compactMap { caption in
            guard case .file(let name, nil) = caption.font, known.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Replaces the names of font files by the fonts.
    ///
    /// - Parameter file: returns the bytes of a font file, TrueType or OpenType; `nil` to keep the name. It is called once for each name.
    /// - Throws: `MemeError` with code `invalidFont` that names the file; the error of `file`.
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

/// A font is written by its name; the bundled one as `null` or `Frankmark`.
extension CaptionFont: Codable {
    /// Reads a name, as ``init(_:)`` does. Nothing else is read.
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
                    debugDescription: "A font given as a typeface cannot be written; name an installed one or a file."))
        }
    }
}
