import PlatformFoundation
import PlatformLibc
import SystemPackage

/// Creates folders for results.
enum NewFolder {
    /// Creates a folder and its missing parent folders.
    ///
    /// - Throws: `Failure` with the reason.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { Errno(rawValue: $0).description } ?? "\(error)"
            throw Failure(.cannotCreate, "Can't create the folder \(path): \(reason).")
        }
    }
}
