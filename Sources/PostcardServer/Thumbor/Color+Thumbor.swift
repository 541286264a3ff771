internal import PostcardImaging

extension Color {
    /// A colour as thumbor takes it: `rgb`, `rrggbb` or `rrggbbaa` in hexadecimal with or without `#`, `transparent`, or one
    /// of the sixteen colours of HTML 4.
    init?(thumbor text: String) {
        let isName = text.contains { !$0.isHexDigit && $0 != "#" }
        guard !isName || Self.htmlNames.contains(text.lowercased()) else { return nil }
        self.init(css: text)
    }

    /// HTML 4.01, section 6.5.
    private static let htmlNames: Set = [
        "transparent", "black", "silver", "gray", "grey", "white", "maroon", "red", "purple", "fuchsia", "green",
        "lime",
        "olive", "yellow", "navy", "blue", "teal", "aqua",
    ]
}
