internal import SystemPackage

extension LibraryError {
    /// The error for a file that became shorter although nobody who keeps to the rules does that.
    static func changedWhileReading(_ path: FilePath) -> LibraryError {
        LibraryError(.inputOutput, "\(path) was cut off by another program while it was read. Try again.")
    }
}
