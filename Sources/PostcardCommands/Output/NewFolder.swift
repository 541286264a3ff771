import PlatformFoundation
import PlatformLibc
import SystemPackage

/// A folder that results are to be put into.
enum NewFolder {
    /// Makes a folder, and those that it lies in, unless it is there.
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
