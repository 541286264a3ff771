import PostcardImaging
public import SystemPackage

/// A smaller version of a picture as a JPEG file.
public struct DerivedPicture: Sendable {
    /// Its place in the cache.
    public let path: FilePath
    /// Its bytes, if the cache cannot be written.
    public let unsavedBytes: [UInt8]?

    init(path: FilePath, unsavedBytes: [UInt8]? = nil) {
        self.path = path
        self.unsavedBytes = unsavedBytes
    }

    /// The bytes of the file.
    ///
    /// - Throws: `LibraryError` when the file cannot be read.
    public func read() throws(LibraryError) -> [UInt8] {
        if let unsavedBytes { return unsavedBytes }
        return try PictureFile.read(path, maximumBytes: DecodingLimits.default.bytes)
    }
}
