import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// The destination of a result: a file, or an object in a bucket.
package enum PictureDestination: Sendable, Hashable, CustomStringConvertible {
    /// A file at a path.
    case file(FilePath)
    /// An object at an `s3://` URL.
    case object(String)

    /// Makes the destination that a string specifies: an `s3://` URL, a file URL or a path.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Makes the destination that bytes specify. File names need not be UTF-8.
    package init(bytes: [UInt8]) {
        switch PictureSource(bytes: bytes) {
        case .address(let address) where Self.isObject(address): self = .object(address)
        case .file(let path): self = .file(path)
        case .address, .standardInput: self = .file(FilePath(bytes: bytes))
        }
    }

    /// Returns true if a string is an `s3://` URL.
    package static func isObject(_ text: String) -> Bool { text.prefix(5).lowercased() == "s3://" }

    /// The source for reading the result.
    var source: PictureSource {
        switch self {
        case .file(let path): .file(path)
        case .object(let address): .address(address)
        }
    }

    /// Compares URLs by their bytes: two Unicode spellings of a key are two objects.
    package static func == (left: PictureDestination, right: PictureDestination) -> Bool { left.source == right.source }

    /// Hashes the bytes, consistent with `==`.
    package func hash(into hasher: inout Hasher) { hasher.combine(source) }

    /// The path or URL.
    package var description: String { "\(source)" }

    /// The format for the file extension; `nil` for an unknown or missing extension.
    package var format: ImageFormat? { source.namedFormat }

    /// The error for an existing file or object that must not be replaced.
    var refusal: FileError { FileError(.exists, "\(self) already exists.", .replace(.file)) }

    /// The same destination, with an absolute path that does not contain `..`.
    var normalized: PictureDestination {
        if case .file(let path) = self { .file(path.absolute.lexicallyNormalized()) } else { self }
    }
}
