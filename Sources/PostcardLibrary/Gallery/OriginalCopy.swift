import PostcardImaging
import SystemPackage

/// A copy of an original file for a gallery. Unless all positions are shared, the copy contains no private metadata, like a shared file.
struct OriginalCopy {
    /// The file extension for the format of the file. The original's extension is not used, since the extension could be that of a page.
    let fileExtension: String
    private let path: FilePath
    private let isVideo, keepsAll: Bool
    private let maximumBytes: Int

    /// Prepares the copy of a file.
    ///
    /// - Throws: `FileError` with code `unsupported` if the format is unknown, and others.
    init(of path: FilePath, isVideo: Bool, _ options: GalleryOptions) throws(FileError) {
        (self.path, self.isVideo, keepsAll) = (path, isVideo, options.positions == .all)
        maximumBytes = options.decoding.limits.bytes
        let head = try PictureFile.head(of: path, count: VideoContainer.headLength)
        let picture = ImageFormat(sniffing: head.span.bytes)?.fileExtension
        guard let found = isVideo ? VideoContainer.fileExtension(sniffing: head) : picture else {
            throw FileError(.unsupported, "Can't copy \(path): the format is unknown.")
        }
        fileExtension = found
    }

    /// A description of the options that determine the copy.
    var recipe: String { "original;1;\(keepsAll)" }

    /// Writes the copy.
    ///
    /// - Throws: `FileError` with code `unsupported` if positions can't be removed from the format, and others.
    func write(to file: OpenFile) throws(FileError) {
        guard !isVideo, !keepsAll else {
            let edit = keepsAll ? FileEdit.none : try VideoFilter.edit(of: path)
            guard let edit else { throw unfiltered }
            _ = try file.append(OpenFile(path, .reading), at: 0, edit) { _ in }
            return
        }
        guard let copy = MetadataFilter.filtered(try PictureFile.read(path, maximumBytes: maximumBytes)),
            let header = try? ImageHeader(of: copy), header.metadata.position == nil
        else { throw unfiltered }
        try file.write(copy, at: 0)
    }

    private var unfiltered: FileError {
        FileError(
            .unsupported,
            "Can't copy \(path): the file may contain its position, which can't be removed from this format.")
    }
}
