import PostcardDisk
package import PostcardImaging
package import SystemPackage

extension PictureFile {
    /// The number of bytes at the start of a JPEG that are read for the header: the maximum length of EXIF data, including its preview.
    private static let headerBytes = 64 << 10

    /// Returns a picture file's header and length in bytes. For most JPEG files, only the first bytes are read.
    ///
    /// - Throws: the `FileError` that `read` throws; `ImageError` if the file is not a picture.
    package static func header(of path: FilePath, maximumBytes: Int) throws -> (ImageHeader, byteCount: Int) {
        let head = try head(of: path, count: headerBytes)
        if ImageFormat(sniffing: head.span.bytes) == .jpeg, let size = try FileSystem.status(of: path)?.size,
            let header = try? ImageHeader(of: head)
        {
            try check(size, of: path, maximumBytes: maximumBytes)
            return (header, size)
        }
        let bytes = try read(path, maximumBytes: maximumBytes)
        return (try ImageHeader(of: bytes), bytes.count)
    }
}
