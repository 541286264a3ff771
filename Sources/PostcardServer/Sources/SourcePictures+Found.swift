import PostcardCore
import PostcardDisk
import PostcardLibrary

extension SourcePictures {
    /// A picture file in memory.
    struct Picture: Sendable {
        let bytes: [UInt8]
        /// The hash that identifies this version of the picture: of its bytes, or of its origin's strong validator.
        let hash: BlobHash
    }

    /// The files of several pictures in memory, with the permit for their bytes.
    struct Files: Sendable {
        let pictures: [Picture]
        let permit: WeightedSemaphore.Permit
    }

    /// A picture that was found, with the facts that are known without reading it.
    struct Found: Sendable {
        let name: String
        /// The hash of the picture; `nil` for a file that was never read.
        var hash: BlobHash?
        var stamp: Stamp?
        let byteCount: Int
        /// The place and the cached facts of a remote picture; `nil` for others.
        var remote: (place: RemotePictures.Place, record: FetchedRecord)?
        /// True for an expired picture that is used during an outage of its origin.
        var isStale = false
        /// Reads the picture; returns `nil` for one that has to be found again, which is a known file that was not kept open, or one that the cache
        /// has dropped.
        var read: @Sendable () async throws -> Picture? = { nil }
    }

    /// An open file that has not been read, held by reference.
    final class UnreadFile: Sendable {
        let file: OwnedDescriptor

        init(_ file: consuming OwnedDescriptor) { self.file = file }
    }

    /// The stamp of a picture, by which later changes are noticed without reading it.
    enum Stamp: Sendable {
        case file(name: String, FileIdentity)
        case fetched(key: String, BlobHash)
    }

    /// A fetched picture, with the permit for its bytes.
    struct FetchedPicture: Sendable {
        let picture: Picture
        let room: WeightedSemaphore.Permit
    }

    // MARK: Names

    /// Returns the name that a picture is looked up by: a path, an object address, a web address, or a name of the library. All address schemes and
    /// presets resolve names with this function.
    ///
    /// Leading slashes are removed. A name that has no place of its own and is no file is put behind the base address of the settings, or completed
    /// with a scheme where it begins with an allowed host.
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

    /// Returns the path of a name in the scheme `local://`; `nil` for others.
    private static func localName(_ text: String) -> String? {
        text.hasPrefix(local) ? PictureName.withoutLeadingSlashes(text.dropFirst(local.count)) : nil
    }

    /// Returns the web address of a name by the base address or an allowed host; `nil` for none.
    private func address(of name: String) -> String? {
        guard baseURL.isEmpty else {
            return baseURL.hasSuffix("/") ? baseURL + name : "\(baseURL)/\(name)"
        }
        return remote.web.policy.hosts.lazy.compactMap { $0.address(of: name) }.first
    }

    /// Returns true when a picture folder has a file of the name.
    private func isFile(_ name: String) -> Bool {
        PictureName.spellings(of: name).contains { name in folders.contains { $0.path(of: name) != nil } }
    }
}
