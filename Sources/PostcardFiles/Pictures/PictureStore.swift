import PostcardDisk

/// Keeps pictures at `s3://` addresses, for results that are no files.
package struct PictureStore: Sendable {
    /// An object in a list.
    package struct Entry: Sendable {
        /// The key.
        package let key: String
        /// The seconds since 1970 at which it was written.
        package let modified: Double

        /// Pairs a key with its date.
        package init(key: String, modified: Double) {
            self.key = key
            self.modified = modified
        }
    }

    /// Returns a Boolean value that indicates whether there is an object at an address.
    package let exists: @Sendable (_ address: String) async throws -> Bool
    /// Writes an object of a media type, in place of one that is there.
    package let write: @Sendable (_ bytes: [UInt8], _ address: String, _ type: String) async throws -> Void
    /// Returns the objects whose addresses begin so, in the order of their keys: those after a token, and the next token while there are more.
    package let list: @Sendable (_ address: String, _ token: String?) async throws -> (entries: [Entry], next: String?)

    /// Makes a store of what does its work.
    package init(
        exists: @escaping @Sendable (String) async throws -> Bool,
        write: @escaping @Sendable ([UInt8], String, String) async throws -> Void,
        list: @escaping @Sendable (String, String?) async throws -> (entries: [Entry], next: String?)
    ) {
        (self.exists, self.write, self.list) = (exists, write, list)
    }

    /// The part of an address before the key: `s3://bucket/`.
    package static func bucket(of address: String) -> String {
        let place = address.utf8.dropFirst(5).prefix { $0 != UInt8(ascii: "/") }
        return String(address.utf8.prefix(5 + place.count)).map { $0 + "/" } ?? address
    }

    /// A store that refuses everything, for callers without a network.
    package static let none = PictureStore(
        exists: { throw refusal(of: $0) }, write: { _, address, _ in throw refusal(of: address) },
        list: { address, _ in throw refusal(of: address) })

    private static func refusal(of address: String) -> LibraryError {
        LibraryError(.unsupported, "\(address) is an address, and there is nothing to write there with.")
    }
}
