import PostcardDisk

/// A store for the results of a batch.
protocol ResultStore: Sendable {
    /// Returns the state of a result.
    ///
    /// - Throws: `LibraryError` with code `exists` for a file or object that must not be replaced.
    func state(of result: ResultWriter.Result) throws(LibraryError) -> ResultState

    /// Writes the file of a result. `version` is that of a source at an address; `nil` if it is unknown.
    func write(
        _ file: PictureConversion.Result, as result: ResultWriter.Result, ofVersion version: String?
    ) async throws
}
