import PostcardCore
import PostcardDisk
import PostcardLibrary

extension SourcePictures {
    /// A picture file in memory.
    struct Picture: Sendable {
        let bytes: [UInt8]
        /// The value that no other version of the picture has: the hash of its bytes, unless its origin says what tells versions apart.
        let hash: BlobHash
    }

    /// Picture files that are in memory together; their bytes count as long as there is a reference to them.
    struct Files: Sendable {
        let pictures: [Picture]
        let permit: WeightedSemaphore.Permit
    }

    /// A picture that was found, and what is known of it without reading it.
    struct Found: Sendable {
        let name: String
        /// Nil for a file that was never read.
        var hash: BlobHash?
        var stamp: Stamp?
        let byteCount: Int
        /// The place of a picture that comes over the network, and what is known of it.
        var remote: (place: RemotePictures.Place, record: FetchedRecord)?
        /// True when it is good only because its origin is away.
        var isStale = false
        /// Reads the picture; `nil` for one that has to be found again: a file that was read before and is not kept open, or what the cache
        /// has dropped.
        var read: @Sendable () async throws -> Picture? = { nil }
    }

    /// An open file that several may hold.
    final class UnreadFile: Sendable {
        let file: OwnedDescriptor

        init(_ file: consuming OwnedDescriptor) { self.file = file }
    }

    /// A value that tells whether a picture is still the same one.
    enum Stamp: Sendable {
        case file(name: String, FileIdentity)
        case fetched(key: String, BlobHash)
    }

    /// A picture that came from elsewhere, and the room that it has until it is counted as others are.
    struct FetchedPicture: Sendable {
        let picture: Picture
        let room: WeightedSemaphore.Permit
    }

    /// The name that a picture is found by: that of a file, or of an object, an address, or one of the library. All schemes of addresses,
    /// and presets, read what they name with this.
    ///
    /// Leading slashes are dropped. A name that is neither whole nor that of a file is put behind the base address of the settings, or,
    /// where it begins with a host of the list, is an address without its scheme.
    func name(_ text: String) -> String {
        let name = Self.localName(text) ?? PictureName.withoutLeadingSlashes(text)
        guard !text.hasPrefix(Self.local), !PictureName.isWhole(name), let address = address(of: name), !isFile(name)
        else {
            return name
        }
        return Self.localName(address) ?? address
    }

    /// The scheme of files in imgproxy's addresses.
    private static let local = "local://"

    private static func localName(_ text: String) -> String? {
        text.hasPrefix(local) ? PictureName.withoutLeadingSlashes(text.dropFirst(local.count)) : nil
    }

    private func address(of name: String) -> String? {
        guard baseURL.isEmpty else {
            return baseURL.hasSuffix("/") ? baseURL + name : "\(baseURL)/\(name)"
        }
        return remote.web.policy.hosts.lazy.compactMap { $0.address(of: name) }.first
    }

    private func isFile(_ name: String) -> Bool {
        PictureName.spellings(of: name).contains { name in folders.contains { $0.path(of: name) != nil } }
    }
}
