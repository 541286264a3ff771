package import PostcardCore
import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// The place of a result: a file, or an object in a bucket.
package enum PictureDestination: Sendable, Hashable, CustomStringConvertible {
    /// A file at a path.
    case file(FilePath)
    /// An object at an `s3://` address.
    case object(String)

    /// Makes the place that a text names: an `s3://` address, a file URL or a path.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Makes the place that bytes name, since file names need not be UTF-8.
    package init(bytes: [UInt8]) {
        switch PictureSource(bytes: bytes) {
        case .address(let address) where Self.isObject(address): self = .object(address)
        case .file(let path): self = .file(path)
        case .address, .standardInput: self = .file(FilePath(bytes: bytes))
        }
    }

    /// Returns a Boolean value that indicates whether a text is an `s3://` address.
    package static func isObject(_ text: String) -> Bool { text.prefix(5).lowercased() == "s3://" }

    /// The source that reads the result.
    var source: PictureSource {
        switch self {
        case .file(let path): .file(path)
        case .object(let address): .address(address)
        }
    }

    /// The path or the address.
    package var description: String { "\(source)" }

    /// The format by the name; `nil` for a name without a known extension.
    package var format: ImageFormat? { source.namedFormat }

    /// Returns a Boolean value that indicates whether the file or object exists.
    func exists(in store: (any ByteStore)?) async throws -> Bool {
        switch self {
        case .file(let path): try FileSystem.status(of: path) != nil
        case .object(let address): try await required(store).exists(address)
        }
    }

    /// Returns the store.
    ///
    /// - Throws: `LibraryError` with code `unsupported` if there is none, since the caller has no network.
    private func required(_ store: (any ByteStore)?) throws(LibraryError) -> any ByteStore {
        guard let store else {
            throw LibraryError(.unsupported, "\(self) is an address, and there is nothing to write there with.")
        }
        return store
    }

    /// The error for an existing file or object that must not be replaced.
    var refusal: LibraryError { LibraryError(.exists, "\(self) exists already.", .replace(.file)) }

    /// Writes a result. A failed write leaves no partial file or object.
    ///
    /// Not all servers can write an object only if it is missing. So if two processes write the same object at the same time, the later one wins.
    ///
    /// - Throws: `LibraryError` with code `exists` for an existing result that must not be replaced, and the errors of writing.
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
