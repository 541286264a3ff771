package import SystemPackage

// Former names, until all modules use the new ones.

extension Library {
    package typealias Surroundings = Environment

    package convenience init(
        directory: FilePath, creates: Bool = false, surroundings: Surroundings
    ) throws(FileError) {
        try self.init(directory: directory, createIfNeeded: creates, environment: surroundings)
    }
}
