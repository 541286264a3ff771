package import SystemPackage

// Former names, until all modules use the new ones.

extension Library {
    package convenience init(directory: FilePath, creates: Bool) throws(FileError) {
        try self.init(directory: directory, createIfNeeded: creates)
    }
}
