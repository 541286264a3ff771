import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// The destination of a result: a file, or an object in a bucket.
package enum PictureDestination: Sendable, Hashable, CustomStringConvertible {
    /// A file at a path.
    case file(FilePath)
    /// An object at an `s3://` address.
    case object(String)

    /// Makes the destination that a text names: an `s3://` address, a file URL or a path.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Makes the destination that bytes name, since file names need not be UTF-8.
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

    /// Compares addresses by bytes: two Unicode spellings of a key are two objects.
    package static func == (left: PictureDestination, right: PictureDestination) -> Bool { left.source == right.source }

    /// Hashes the bytes, in accordance with `==`.
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// The path or the address.
    package var description: String { "\(source)" }

    /// The format by the name; `nil` for a name without a known extension.
    package var format: ImageFormat? { source.namedFormat }

    /// The error for an existing file or object that must not be replaced.
    var refusal: FileError { FileError(.exists, "\(self) exists already.", .replace(.file)) }

    /// The same destination with an absolute path without `..`.
    var normalized: PictureDestination {
        if case .file(let path) = self { .file(path.absolute.lexicallyNormalized()) } else { self }
    }
}
