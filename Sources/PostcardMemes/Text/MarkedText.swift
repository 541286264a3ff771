import PostcardImaging

/// The look of a part of a caption, where it differs from the caption's own.
struct TextLook: Hashable, Sendable {
    var isBold = false
    var isSlanted = false
    /// The colour of the letters; `nil` for the caption's.
    var color: Color?
}

/// A text whose marks are taken for looks, as people write them in chats: `*bold*`, `_slanted_`, `[yellow]word[/]`.
///
/// A star or an underscore opens at the beginning of a word and closes at the end of one, on the same line; names and codes of
/// colours may stand anywhere. Signs without a partner stay as they are, and a backslash before a sign keeps it.
struct MarkedText {
    /// The text without its marks, in parts of one look.
    private(set) var parts: [(text: String, look: TextLook)]

    init(_ text: String) {
        // Bytes of * _ [
        guard text.utf8.contains(where: { $0 == 0x2A || $0 == 0x5F || $0 == 0x5B }) else {
            parts = [(text, TextLook())]
            return
        }
        parts = MarkParser(text).parts()
    }

    /// The text without its marks.
    var text: String { parts.map(\.text).joined() }
}

extension Caption {
    /// The text as it is read on the picture: without marks such as the stars of `*bold*`.
    public var plainText: String { isPlain ? text : MarkedText(text).text }
}
