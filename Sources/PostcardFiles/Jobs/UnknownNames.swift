package import PostcardCore
package import PostcardDisk
import PostcardMemes

/// A check for unknown names in JSON.
package enum UnknownNames {
    /// Throws an error if JSON contains names that are missing in the value decoded from it, so that typing errors are noticed.
    ///
    /// - Parameters:
    ///   - written: the JSON.
    ///   - value: the decoded value.
    ///   - path: the path of the JSON in its document; empty for the whole document.
    /// - Throws: `FileError` with code `invalidRecord`, whose message contains the position of the name and a similar known name.
    package static func refuse(
        in written: JSONValue, readAs value: some Encodable, at path: String = ""
    ) throws(FileError) {
        guard let message = written.unknownName(readAs: value, at: path) else { return }
        throw FileError(.invalidRecord, message)
    }
}
