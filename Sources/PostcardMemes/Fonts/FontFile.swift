import PostcardCore

/// One font in a file.
struct FontFile: Hashable, Sendable {
    private var key: NameKey
    /// The FreeType index: the low 16 bits select a font in a collection, and the higher bits select a named instance.
    var index: Int

    var path: String { key.string }

    init(path: String, index: Int) {
        key = NameKey(path)
        self.index = index
    }
}
