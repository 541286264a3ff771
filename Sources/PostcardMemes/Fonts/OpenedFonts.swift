/// Open fonts by their files; those used least recently are closed when there are too many.
struct OpenedFonts {
    private var fonts: [FontFile: (typeface: Typeface, lastUse: Int)] = [:]
    private var uses = 0
    private let maximumCount: Int
    private let maximumByteCount: Int

    init(maximumCount: Int = 64, maximumByteCount: Int = 512 << 20) {
        self.maximumCount = maximumCount
        self.maximumByteCount = maximumByteCount
    }

    var count: Int { fonts.count }

    subscript(file: FontFile) -> Typeface? {
        mutating get {
            uses += 1
            fonts[file]?.lastUse = uses
            return fonts[file]?.typeface
        }
        set {
            uses += 1
            fonts[file] = newValue.map { ($0, uses) }
            shrink()
        }
    }

    /// The one used last stays, whatever its size.
    private mutating func shrink() {
        while fonts.count > 1, fonts.count > maximumCount || byteCount > maximumByteCount,
            let oldest = fonts.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
        {
            fonts[oldest] = nil
        }
    }

    private var byteCount: Int { fonts.values.reduce(0) { $0 + $1.typeface.byteCount } }
}
