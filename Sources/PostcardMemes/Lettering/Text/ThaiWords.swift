internal import CPostcardShims

/// The words of Thai, which is written without spaces between them, by libthai's dictionary where it is installed.
enum ThaiWords {
    /// Indices at which words begin; `nil` without Thai in the text, or without libthai.
    static func begins(in text: CaptionText) -> Set<Int>? {
        guard text.scalars.contains(where: { 0xE01...0xE5B ~= $0 }) else { return nil }
        var positions = [Int32](repeating: 0, count: text.count)
        let count = postcard_thai_breaks(text.scalars, text.count, &positions)
        return count < 0 ? nil : Set(positions.prefix(Int(count)).map(Int.init))
    }
}
