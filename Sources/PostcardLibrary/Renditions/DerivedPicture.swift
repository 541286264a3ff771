import PostcardImaging
package import SystemPackage

/// The file of a smaller version of a picture, usually a JPEG file.
package struct DerivedPicture: Sendable {
    /// The path in the cache.
    package let path: FilePath
    /// The bytes if the cache cannot be written; otherwise `nil`.
    package internal(set) var unsavedBytes: [UInt8]?

    /// Returns the bytes of the file.
    ///
    /// - Throws: `FileError` if the file cannot be read.
    package func read() throws(FileError) -> [UInt8] {
        if let unsavedBytes { return unsavedBytes }
        return try PictureFile.read(path, maximumBytes: DecodingLimits.default.bytes)
    }
}
