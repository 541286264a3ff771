import PostcardDisk
package import PostcardImaging
package import SystemPackage

extension PictureFile {
    /// The number of first bytes of a JPEG that are read for its header: those of EXIF with a preview.
    private static let headerBytes = 64 << 10

    /// Returns the header of a picture file, and the length of the file in bytes. Of most JPEG files, only the first bytes are read.
    ///
    /// - Throws: the `FileError`s of `read`; `ImageError` for a file that is not a picture.
    package static func header(of path: FilePath, maximumBytes: Int) throws -> (ImageHeader, byteCount: Int) {
        let head = try head(of: path, count: headerBytes)
        if ImageFormat(sniffing: head.span.bytes) == .jpeg, let size = try FileSystem.status(of: path)?.size,
            let header = try? ImageHeader(of: head)
        {
            return (header, size)
        }
        let bytes = try read(path, maximumBytes: maximumBytes)
        return (try ImageHeader(of: bytes), bytes.count)
    }
}
