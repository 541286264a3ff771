import Foundation

/// A folder that results are to be put into.
enum NewFolder {
    /// Makes a folder, and those that it lies in, unless it is there.
    ///
    /// - Throws: `Failure` with the reason.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Failure(.cannotCreate, "Cannot make the folder \(path): \(error.localizedDescription)")
        }
    }
}
