/// A store for the results of jobs.
package protocol ResultStore<Place>: Sendable {
    /// The destination of a result, with the information that determines whether the result is up to date.
    associatedtype Place: Sendable

    /// Returns the state of a result.
    ///
    /// - Throws: `FileError` with code `exists` for a file or object that must not be replaced.
    func state(of place: Place) async throws -> ResultState

    /// Writes the file of a result. `version` is the version of a source at a URL; `nil` if unknown.
    func write(_ file: PictureConversion.Result, to place: Place, ofVersion version: String?) async throws
}
