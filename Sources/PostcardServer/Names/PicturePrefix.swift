/// A prefix of picture names that ends with a complete component: a host, a folder, or a picture.
struct PicturePrefix: Sendable {
    let path: PicturePath
    /// True if the prefix ends with a slash. In this case, a picture's name must have further parts.
    private let isFolder: Bool

    /// Parses a prefix; `nil` if no picture name can start with it.
    ///
    /// - Parameter text: `paris/`, `https://example.org/photos/`, `s3://bucket/photos/` or `library:`.
    init?(_ text: String) {
        guard !text.contains("?"), !text.contains("#"),
            let path = PicturePath(text.hasSuffix("/") ? String(text.dropLast()) : text)
        else { return nil }
        self.path = path
        isFolder = text.hasSuffix("/")
    }

    /// Returns true if a name starts with the prefix in each of the spellings by which it is looked up.
    func contains(_ name: String) -> Bool {
        PictureName.spellings(of: name).allSatisfy { PicturePath($0).map(contains) ?? false }
    }

    private func contains(_ other: PicturePath) -> Bool {
        other.place == path.place && other.parts.starts(with: path.parts)
            && (!isFolder || path.parts.isEmpty || other.parts.count > path.parts.count)
    }
}
