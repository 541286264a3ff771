public import SystemPackage

/// An event during the import of a folder.
public enum FolderImportEvent: Sendable {
    /// A pass over `files` files begins. The first pass reads the dates of all files, and the second adds the new files.
    case begun(files: Int)
    /// A file was read.
    case read(FilePath)
    /// An entry that contains the file was added.
    case added(Entry, FilePath)
    /// The library already contains the file.
    case known(FilePath)
    /// The file could not be read.
    case failed(FilePath, any Error)
}
