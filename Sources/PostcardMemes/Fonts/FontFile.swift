import PostcardCore

/// One font of a file.
struct FontFile: Hashable, Sendable {
    private var key: NameKey
    /// As FreeType counts: the font of a collection in the low 16 bits, a named instance above.
    var index: Int

    var path: String { key.string }

    init(path: String, index: Int) {
        key = NameKey(path)
        self.index = index
    }
}
