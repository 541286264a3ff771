import PostcardSources

/// An entry in the `images` setting: a folder or a bucket.
enum PictureOrigin: Sendable {
    case folder(PictureFolder)
    /// The prefix of all keys in the bucket.
    case bucket(ObjectAddress)

    /// - Parameter calls: returns the file calls for a folder.
    /// - Throws: `StartupError` for a missing folder.
    init(_ text: String, calls: (_ folder: String) -> FolderCalls) throws {
        self =
            ObjectAddress.isObjectAddress(text)
            ? .bucket(try ObjectAddress(prefix: text)) : .folder(try PictureFolder(text, calls: calls))
    }

    var folder: PictureFolder? {
        if case .folder(let folder) = self { folder } else { nil }
    }

    var bucket: ObjectAddress? {
        if case .bucket(let bucket) = self { bucket } else { nil }
    }
}
