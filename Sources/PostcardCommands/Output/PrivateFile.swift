import PlatformLibc
import PostcardLibrary
package import SystemPackage

/// A new file that only this user can read, for a program that the user runs.
package enum PrivateFile {
    /// Writes bytes to a file with a unique name that ends with `ending`, and returns its path.
    package static func write(
        _ bytes: some Sequence<UInt8>, in folder: FilePath, ending: String
    ) throws -> FilePath {
        var template = Array("\(folder.appending("postcard-XXXXXX\(ending)"))".utf8CString)
        let descriptor = mkstemps(&template, Int32(ending.utf8.count))
        try require(descriptor >= 0, .cannotCreate, "Can't create a temporary file in \(folder).")
        let path = FilePath(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        let file = FileDescriptor(rawValue: descriptor)
        do {
            try file.closeAfter { _ = try file.writeAll(bytes) }
        } catch {
            _ = try? FileSystem.remove(path)
            throw error
        }
        return path
    }
}
