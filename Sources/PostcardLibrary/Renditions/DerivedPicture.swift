import PostcardImaging
public import SystemPackage

/// A smaller version of a picture as a JPEG file.
public struct DerivedPicture: Sendable {
    /// Its place in the cache.
    public let path: FilePath
    /// Its bytes, if the cache cannot be written.
    public internal(set) var unsavedBytes: [UInt8]?

    /// The bytes of the file.
    ///
    /// - Throws: `LibraryError` when the file cannot be read.
    public func read() throws(LibraryError) -> [UInt8] {
        if let unsavedBytes { return unsavedBytes }
        return try PictureFile.read(path, maximumBytes: DecodingLimits.default.bytes)
    }
}

/// The smaller versions that a library keeps of each picture. How large they are is in its settings.
public enum DerivedSize: String, Sendable, CaseIterable {
    /// For lists.
    case thumbnail
    /// For a closer look.
    case peek
}

/// The widths in which pictures are shown on screens, beside the versions that the library's settings have.
package enum PictureWidth: Int, Sendable, CaseIterable {
    case w160 = 160
    case w320 = 320
    case w640 = 640
    case w1280 = 1280
    case w2560 = 2560

    /// Reads `w640`.
    package init?(_ name: String) {
        guard let width = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = width
    }

    /// The name in addresses and of the folder in the cache.
    package var name: String { "w\(rawValue)" }
}
