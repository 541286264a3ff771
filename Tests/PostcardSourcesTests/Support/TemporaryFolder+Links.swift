import Foundation
import PostcardTestSupport

extension TemporaryFolder {
    /// The path with links resolved: temporary folders on macOS are behind a link.
    var resolvedPath: String { url.resolvingSymlinksInPath().path(percentEncoded: false) }

    /// Makes a link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Sets the time of a file's last change.
    func setModified(_ name: String, _ date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }
}
