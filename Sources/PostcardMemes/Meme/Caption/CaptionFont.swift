/// Which font a caption is set in.
public struct CaptionFont: Hashable, Sendable {
    enum Value: Hashable {
        case bundled
        case named(String)
        case typeface(Typeface)
    }
    let value: Value

    /// The typeface that comes with Postcard, Frankmark.
    public static let bundled = CaptionFont(value: .bundled)

    /// A font installed on the machine, by the name of its family or its full name. Of a family, the boldest upright font is taken.
    /// A name with a slash is the path of a font file, which is read when the caption is drawn.
    public static func named(_ name: String) -> CaptionFont { CaptionFont(value: .named(name)) }

    /// A font read from a file.
    public static func typeface(_ typeface: Typeface) -> CaptionFont { CaptionFont(value: .typeface(typeface)) }

    /// The path of the font file that is to be read; `nil` for every other font.
    public var path: String? {
        if case .named(let name) = value, name.utf8.contains(UInt8(ascii: "/")) { name } else { nil }
    }

    func typeface(in fonts: FontLibrary) throws(MemeError) -> Typeface {
        switch value {
        case .bundled: try fonts.bundledTypeface()
        case .named(let name): try fonts.typeface(named: name)
        case .typeface(let typeface): typeface
        }
    }
}

extension Typeface: Hashable {
    /// Two typefaces are equal when they are the same one.
    public static func == (left: Typeface, right: Typeface) -> Bool { left.number == right.number }

    /// Hashes which one it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
