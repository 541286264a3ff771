public import PostcardDisk

/// An error of a library.
public typealias LibraryError = FileError
