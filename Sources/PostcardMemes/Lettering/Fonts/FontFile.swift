/// One font of a file.
struct FontFile: Hashable, Sendable {
    var path: String
    /// As FreeType counts: the font of a collection in the low 16 bits, a named instance above.
    var index: Int
}
