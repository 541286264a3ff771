internal import PostcardImaging
public import SystemPackage

extension Library {
    /// The file with a smaller version of a picture, made now when it is not there.
    ///
    /// - Throws: `LibraryError` when the picture is missing or the file cannot be written, `ImageError` when the picture is
    ///   damaged.
    public func derivedFile(_ size: DerivedSize, of blob: BlobHash) throws -> FilePath {
        let path = try derivedPath(size, of: blob)
        if try !Self.isThere(path) {
            let bytes = try PictureFile.read(blobs.path(of: blob), maximumBytes: DecodingLimits.default.bytes)
            try makeDerived(size, of: bytes, hash: blob)
        }
        return path
    }

    /// Makes a smaller version, unless it is there.
    func makeDerived(_ size: DerivedSize, of bytes: [UInt8], hash: BlobHash) throws {
        let path = try derivedPath(size, of: hash)
        if try Self.isThere(path) { return }
        let longEdge = try settings().longEdge(of: size)
        let image = try Image(decoding: bytes, options: DecodingOptions(resize: Resize(into: .square(longEdge))))
        try writeDerived(image, to: path)
    }

    /// Whether a smaller version is there. They are not made durable, so a power cut may leave one without bytes.
    static func isThere(_ path: FilePath) throws(LibraryError) -> Bool {
        guard let status = try FileSystem.status(of: path) else { return false }
        return status.size > 0
    }

    func writeDerived(_ image: Image, to path: FilePath) throws {
        try FileSystem.makeDirectories(path.removingLastComponent())
        try PictureFile.write(image.flattened(onto: .white).encoded(.jpeg()), to: path, replacing: true)
    }

    /// The size is part of the path, so that other settings make other files.
    func derivedPath(_ size: DerivedSize, of hash: BlobHash) throws(LibraryError) -> FilePath {
        let name = "\(hash)"
        return directory.appending("cache").appending("\(size.rawValue)-\(try settings().longEdge(of: size))")
            .appending(String(name.prefix(2))).appending("\(name.dropFirst(2)).jpg")
    }
}
