import PostcardCore

/// The files in a template's folder.
extension Template {
    /// The names of the picture files in the folder.
    package var pictureFiles: [String] {
        [picture] + styles
            + overlays.compactMap { if case .named(let file)? = $0.picture { file } else { nil } }
    }

    /// The names of the font files in the folder.
    package var fontFiles: [String] { slots.compactMap(\.caption.font.fileName) }

    /// The names of the picture's styles; the first one is `default`.
    package var styleNames: [String] {
        ["default"]
            + styles.map { file in
                let stem = Self.stem(of: file)
                return stem == "default" ? "animated" : stem
            }
    }

    /// True if a picture is animated, according to its name.
    package var isAnimated: Bool { styleNames.contains("animated") || picture.hasSuffix(".gif") }

    /// Returns the picture file of a style.
    ///
    /// - Throws: `MemeError` with code `invalidTemplate` for an unknown style.
    package func picture(style: String) throws(MemeError) -> String {
        guard let index = styleNames.firstIndex(where: { $0.hasBytes(of: style) }) else {
            throw Self.invalid(
                "The template \(name) has no style \"\(style.prefix(80))\". Its styles: "
                    + "\(styleNames.joined(separator: ", ")).")
        }
        return index == 0 ? picture : styles[index - 1]
    }

    /// Returns a file name without its extension.
    static func stem(of file: String) -> String { String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)]) }
}
