import PostcardCore
import PostcardDisk
import PostcardImaging
package import SystemPackage

/// The source of a picture.
package enum PictureSource: Sendable, Hashable, CustomStringConvertible {
    /// A file at a path.
    case file(FilePath)
    /// An http, https or s3 URL.
    case address(String)
    /// Standard input, read to its end.
    case standardInput

    /// The path, the URL, or "standard input".
    package var description: String {
        switch self {
        case .file(let path): "\(path)"
        case .address(let address): address
        case .standardInput: "standard input"
        }
    }

    /// A function that fetches a picture of at most `maximumBytes` bytes from a URL.
    package typealias Fetch = @Sendable (_ address: String, _ maximumBytes: Int) async throws -> [UInt8]

    /// A function like ``Fetch`` that also returns the version of the picture: its ETag or its modification time. The function returns
    /// `nil` if the picture still has the version `known`.
    package typealias FetchChanged =
        @Sendable (_ address: String, _ maximumBytes: Int, _ known: String?) async throws -> (
            bytes: [UInt8], version: String?
        )?

    /// Rejects every URL, for use without a network.
    package static let refuseURL: Fetch = { address, _ in
        throw FileError(.unsupported, "\(address) is a URL, and URLs are not supported here.")
    }

    /// Rejects every URL, as ``refuseURL`` does.
    package static let refuseChangedURL: FetchChanged = { (try await refuseURL($0, $1), $2) }

    /// Makes the source that a string specifies: `-`, an http, https or s3 URL, a file URL or a path.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// Makes the source that bytes specify. File names need not be UTF-8.
    package init(bytes: [UInt8]) {
        if bytes.elementsEqual("-".utf8) {
            self = .standardInput
        } else if let address = Self.address(bytes) {
            self = .address(address)
        } else {
            self = .file(Self.path(inFileAddress: bytes) ?? FilePath(bytes: bytes))
        }
    }

    /// Returns true if a string is an http, https or s3 URL.
    package static func isAddress(_ text: String) -> Bool { address(Array(text.utf8)) != nil }

    /// Returns the path for a string that is a path or a file URL (RFC 8089).
    static func path(named text: String) -> FilePath { path(inFileAddress: Array(text.utf8)) ?? FilePath(text) }

    /// Returns the path of a URL such as `file:///a%20b` or `file://localhost/a%20b`; `nil` for other strings. Escapes can be any bytes
    /// except NUL.
    private static func path(inFileAddress bytes: [UInt8]) -> FilePath? {
        let scheme = Array("file://".utf8)
        guard bytes.count > scheme.count, zip(scheme, bytes).allSatisfy({ $0 == $1 | ($1 >= 0x41 ? 0x20 : 0) }) else {
            return nil
        }
        var rest = bytes.dropFirst(scheme.count)
        if rest.starts(with: "localhost/".utf8) { rest = rest.dropFirst("localhost".utf8.count) }
        guard rest.first == UInt8(ascii: "/") else { return nil }
        return PercentEncoding.decode(bytes: rest).map { FilePath(bytes: $0) }
    }

    private static func address(_ bytes: [UInt8]) -> String? {
        let prefix = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
        guard prefix.hasPrefix("http://") || prefix.hasPrefix("https://") || prefix.hasPrefix("s3://") else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the path in a URL, without the host or bucket. In a key, `?` and `#` have no special meaning.
    static func path(inAddress address: String) -> FilePath {
        let isKey = PictureDestination.isObject(address)
        let whole = FilePath(isKey ? address : String(address.prefix { $0 != "?" && $0 != "#" }))
        return FilePath(root: nil, whole.components.dropFirst(2))
    }

    /// Compares URLs by their bytes: two Unicode spellings of a key are two objects.
    package static func == (left: PictureSource, right: PictureSource) -> Bool {
        switch (left, right) {
        case (.file(let left), .file(let right)): left == right
        case (.address(let left), .address(let right)): left.utf8.elementsEqual(right.utf8)
        case (.standardInput, .standardInput): true
        default: false
        }
    }

    /// Hashes the bytes, consistent with `==`.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The bytes that `init(bytes:)` parses. A path never contains two slashes in a row, so it is never mistaken for a URL.
    var bytes: [UInt8] {
        switch self {
        case .file(let path): path == "-" ? Array("./-".utf8) : path.bytes
        case .address(let address): Array(address.utf8)
        case .standardInput: [UInt8(ascii: "-")]
        }
    }

    /// The path of the file, or the path in the URL; `picture` for standard input.
    var path: FilePath {
        switch self {
        case .file(let path): path
        case .address(let address): Self.path(inAddress: address)
        case .standardInput: "picture"
        }
    }

    /// The file name of the picture: the last component of its path.
    package var name: FilePath { FilePath(root: nil, path.components.suffix(1)) }

    /// The format for the file extension; `nil` for an unknown or missing extension.
    var namedFormat: ImageFormat? { name.extension.flatMap(ImageFormat.init(fileExtension:)) }
}

/// Pairs of a RAW, HEIC or TIFF file from a camera or phone, and the JPEG of the same picture in the same folder.
extension PictureSource {
    /// True if the name belongs to a RAW, HEIC or TIFF file, which can have a companion JPEG.
    var isNamedAsCompanion: Bool { namedFormat.map { [.raw, .heic, .tiff].contains($0) } ?? false }

    /// Returns true if this is the RAW, HEIC or TIFF companion of a JPEG, based on the two names.
    package func isCompanion(of other: PictureSource) -> Bool {
        isNamedAsCompanion && other.namedFormat == .jpeg && stem == other.stem
    }

    /// The path without its extension, which is the same for both files of a pair.
    private var stem: [UInt8] {
        let bytes =
            switch self {
            case .file(let path): path.absolute.bytes
            case .address, .standardInput: self.bytes
            }
        return Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex)])
    }
}
