package import PostcardCore
import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// The place of a result: a file, or an object in a bucket.
package enum PictureDestination: Sendable, Hashable, CustomStringConvertible {
    /// A file.
    case file(FilePath)
    /// An object at an `s3://` address.
    case object(String)

    /// The address that a text is, or the file that it names.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// As `init(_:)`, from bytes: not every file name is UTF-8.
    package init(bytes: [UInt8]) {
        switch PictureSource(bytes: bytes) {
        case .address(let address) where Self.isObject(address): self = .object(address)
        case .file(let path): self = .file(path)
        case .address, .standardInput: self = .file(FilePath(bytes: bytes))
        }
    }

    /// Returns a Boolean value that indicates whether a text is an `s3://` address.
    package static func isObject(_ text: String) -> Bool { text.prefix(5).lowercased() == "s3://" }

    /// The source that reads what is there.
    var source: PictureSource {
        switch self {
        case .file(let path): .file(path)
        case .object(let address): .address(address)
        }
    }

    /// The path or the address.
    package var description: String { "\(source)" }

    /// The format that the name says; `nil` when it says none.
    package var format: ImageFormat? { source.namedFormat }

    /// Returns a Boolean value that indicates whether something is there.
    func exists(in store: (any ByteStore)?) async throws -> Bool {
        switch self {
        case .file(let path): try FileSystem.status(of: path) != nil
        case .object(let address): try await required(store).exists(address)
        }
    }

    /// - Throws: `LibraryError` with code `unsupported` where there is no store, for callers without a network.
    private func required(_ store: (any ByteStore)?) throws(LibraryError) -> any ByteStore {
        guard let store else {
            throw LibraryError(.unsupported, "\(self) is an address, and there is nothing to write there with.")
        }
        return store
    }

    /// The error for a place that must not be replaced.
    var refusal: LibraryError { LibraryError(.exists, "\(self) exists already.", .replace(.file)) }

    /// Writes a result: it is there complete, or not at all. Stores have no way to write only where nothing is that all servers know, so
    /// of two processes that write the same object at the same time the later one wins.
    ///
    /// - Throws: `LibraryError` with code `conflict` when something is there that must not be replaced, and others as writing does.
    package func write(
        _ bytes: [UInt8], format: ImageFormat, replacing: Bool, store: (any ByteStore)?
    ) async throws {
        switch self {
        case .file(let path): try PictureFile.write(bytes, to: path, replacing: replacing)
        case .object(let address):
            if !replacing, try await exists(in: store) { throw refusal }
            try await required(store).write(bytes, as: address, type: format.mediaType)
        }
    }
}
