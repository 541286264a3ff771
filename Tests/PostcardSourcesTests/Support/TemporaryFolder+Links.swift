import Foundation
import PostcardTestSupport

extension TemporaryFolder {
    /// Where it is, with links resolved: macOS keeps temporary folders behind one.
    var resolvedPath: String { url.resolvingSymlinksInPath().path(percentEncoded: false) }

    /// Makes a link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// Says when a file was changed last.
    func setModified(_ name: String, _ date: Date) throws {
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path(name))
    }
}
