internal import PostcardImaging
public import SystemPackage

extension Library {
    /// Returns the path of the file of a photo, a picture of an entry or a meme, which is never changed.
    ///
    /// - Parameter blob: the hash of its bytes, as records have it.
    public func file(of blob: BlobHash) -> FilePath { blobs.path(of: blob) }

    /// A smaller version of a picture, made now when it is not in the cache, and kept there if the cache can be written.
    ///
    /// - Throws: `LibraryError` when the picture is missing, `ImageError` when it is damaged.
    public func derivedPicture(_ size: DerivedSize, of blob: BlobHash) throws -> DerivedPicture {
        let path = try derivedPath(size, of: blob)
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        let bytes = try PictureFile.read(blobs.path(of: blob), maximumBytes: limits.bytes)
        return try makeDerived(size, of: bytes, hash: blob)
    }

    /// The file with a smaller version of a picture, made now when it is not there; the picture's own file if the cache cannot
    /// be written.
    ///
    /// - Throws: `LibraryError` when the picture is missing, `ImageError` when it is damaged.
    public func derivedFile(_ size: DerivedSize, of blob: BlobHash) throws -> FilePath {
        let path = try derivedPath(size, of: blob)
        do throws(LibraryError) {
            if try !Self.isThere(path) { try FileSystem.makeDirectories(path.removingLastComponent()) }
        } catch {
            // Not decoded for nothing.
            guard error.meansUnwritable else { throw error }
            guard try blobs.size(of: blob) != nil else { throw blobs.missing(blob) }
            return blobs.path(of: blob)
        }
        let picture = try derivedPicture(size, of: blob)
        return picture.unsavedBytes == nil ? picture.path : blobs.path(of: blob)
    }

    /// Makes a smaller version, unless it is there.
    @discardableResult
    func makeDerived(_ size: DerivedSize, of bytes: [UInt8], hash: BlobHash) throws -> DerivedPicture {
        let path = try derivedPath(size, of: hash)
        if try Self.isThere(path) { return DerivedPicture(path: path) }
        let longEdge = try settings().longEdge(of: size)
        let options = DecodingOptions(resize: Resize(into: .square(longEdge)), limits: limits)
        let image = try Image(decoding: bytes, options: options)
        return try saveDerived(image, to: path)
    }

    /// Whether a smaller version is there. One without bytes was left by a power cut.
    static func isThere(_ path: FilePath) throws(LibraryError) -> Bool {
        guard let status = try FileSystem.status(of: path) else { return false }
        return status.size > 0
    }

    /// Writes a smaller version into the cache, if that can be written.
    func saveDerived(_ image: Image, to path: FilePath) throws -> DerivedPicture {
        let bytes = try image.flattened(onto: .white).encoded(.jpeg())
        do throws(LibraryError) {
            try FileSystem.makeDirectories(path.removingLastComponent())
            try PictureFile.write(bytes, to: path, replacing: true)
        } catch {
            // A conflict is a link in the cache that leads nowhere.
            guard error.meansUnwritable || error.code == .conflict else { throw error }
            return DerivedPicture(path: path, unsavedBytes: bytes)
        }
        return DerivedPicture(path: path)
    }

    /// The size is part of the path, so that other settings make other files.
    func derivedPath(_ size: DerivedSize, of hash: BlobHash) throws(LibraryError) -> FilePath {
        let name = "\(hash)"
        return directory.appending("cache").appending("\(size.rawValue)-\(try settings().longEdge(of: size))")
            .appending(String(name.prefix(2))).appending("\(name.dropFirst(2)).jpg")
    }
}

extension LibraryError {
    /// Whether a file could not be written because of its place, and might be done without.
    var meansUnwritable: Bool { [.permissionDenied, .readOnlyFileSystem, .noSpace].contains(code) }
}
