/// Where lines may and must end.
struct LineBreaks {
    private let text: CaptionText

    init(_ text: CaptionText) {
        self.text = text
    }

    func kind(before index: Int) -> LineFitter.Word.Break? {
        guard index > 0, index < text.count else { return nil }
        if text.scalars[index - 1] == 0x0A { return .forced }
        return Self.isSpace(text.scalars[index - 1]) && !Self.isSpace(text.scalars[index]) ? .allowed : nil
    }

    /// White space at which a line may end, and the end of a line itself.
    static func isSpace(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0A, 0x20, 0x2000...0x2006, 0x2008...0x200B, 0x205F, 0x3000: true
        default: false
        }
    }
}
