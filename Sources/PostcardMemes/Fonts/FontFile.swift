import PostcardCore

/// One font in a file.
struct FontFile: Hashable, Sendable {
    private var key: NameKey
    /// The index as in FreeType: the font of a collection in the low 16 bits, and a named instance above.
    var index: Int

    var path: String { key.string }

    init(path: String, index: Int) {
        key = NameKey(path)
        self.index = index
    }
}
