import PlatformFoundation
import PlatformLibc
import SystemPackage

/// The creation of folders for results.
enum NewFolder {
    /// Makes a folder and the missing folders above it.
    ///
    /// - Throws: `Failure` with the reason.
    static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = code.map { Errno(rawValue: $0).description } ?? "\(error)"
            throw Failure(.cannotCreate, "Cannot make the folder \(path): \(reason).")
        }
    }
}
