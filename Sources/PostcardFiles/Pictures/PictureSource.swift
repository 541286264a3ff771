import PostcardCore
import PostcardDisk
import PostcardImaging
package import SystemPackage

/// The source of a picture.
package enum PictureSource: Sendable, Hashable, CustomStringConvertible {
    /// A file.
    case file(FilePath)
    /// An http, https or s3 address.
    case address(String)
    /// Standard input, to its end.
    case standardInput

    /// The path, the address, or "standard input".
    package var description: String {
        switch self {
        case .file(let path): "\(path)"
        case .address(let address): address
        case .standardInput: "standard input"
        }
    }

    /// Fetches the picture at an address, of at most so many bytes.
    package typealias Fetch = @Sendable (_ address: String, _ maximumBytes: Int) async throws -> [UInt8]

    /// Fetches nothing, for callers without a network.
    package static let refuseAddress: Fetch = { address, _ in
        throw LibraryError(.unsupported, "\(address) is an address, and there is nothing to fetch it with.")
    }

    /// The bytes of the picture's file.
    ///
    /// - Throws: `LibraryError` as `PictureFile.read`, and what `fetch` throws.
    package func bytes(maximumBytes: Int, fetch: Fetch) async throws -> [UInt8] {
        switch self {
        case .file(let path): try PictureFile.read(path, maximumBytes: maximumBytes)
        case .address(let address): try await fetch(address, maximumBytes)
        case .standardInput: try PictureFile.readStandardInput(maximumBytes: maximumBytes)
        }
    }

    /// The address that a text is, or the file that it names.
    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// As `init(_:)`, from bytes: not every file name is UTF-8.
    package init(bytes: [UInt8]) {
        if bytes.elementsEqual("-".utf8) {
            self = .standardInput
        } else if let address = Self.address(bytes) {
            self = .address(address)
        } else {
            self = .file(Self.path(inFileAddress: bytes) ?? FilePath(bytes: bytes))
        }
    }

    /// Returns a Boolean value that indicates whether a text is an http, https or s3 address.
    package static func isAddress(_ text: String) -> Bool { address(Array(text.utf8)) != nil }

    /// The path that a text is, or that its file address (RFC 8089) has.
    static func path(named text: String) -> FilePath { path(inFileAddress: Array(text.utf8)) ?? FilePath(text) }

    /// Of `file:///a%20b` or `file://localhost/a%20b`; `nil` for anything else. Escapes may be any bytes but NUL.
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
        let beginning = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
        guard beginning.hasPrefix("http://") || beginning.hasPrefix("https://") || beginning.hasPrefix("s3://") else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The folders and the name in an address, without the host or the bucket. In a key `?` and `#` are letters as others.
    static func path(inAddress address: String) -> FilePath {
        let isKey = PictureDestination.isObject(address)
        let whole = FilePath(isKey ? address : String(address.prefix { $0 != "?" && $0 != "#" }))
        return FilePath(root: nil, whole.components.dropFirst(2))
    }

    /// Compares bytes: two spellings of one letter are two keys of a bucket.
    package static func == (left: PictureSource, right: PictureSource) -> Bool {
        switch (left, right) {
        case (.file(let left), .file(let right)): left == right
        case (.address(let left), .address(let right)): left.utf8.elementsEqual(right.utf8)
        case (.standardInput, .standardInput): true
        default: false
        }
    }

    /// Hashes bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The bytes that `init(bytes:)` reads. A path never has two slashes in a row, so none is taken for an address.
    var bytes: [UInt8] {
        switch self {
        case .file(let path): path == "-" ? Array("./-".utf8) : path.bytes
        case .address(let address): Array(address.utf8)
        case .standardInput: [UInt8(ascii: "-")]
        }
    }

    /// The path, or that in the address.
    var path: FilePath {
        switch self {
        case .file(let path): path
        case .address(let address): Self.path(inAddress: address)
        case .standardInput: "picture"
        }
    }

    /// The name of the picture: the last part of its path or address.
    package var name: FilePath { FilePath(root: nil, path.components.suffix(1)) }

    /// The format that the name says; `nil` when it says none.
    var namedFormat: ImageFormat? { name.extension.flatMap(ImageFormat.init(fileExtension:)) }
}

/// Pairs: a camera's or a phone's RAW, HEIC or TIFF file and the JPEG of the same picture beside it.
extension PictureSource {
    /// A Boolean value that indicates whether the name is one that a picture has beside a JPEG.
    var isNamedAsCompanion: Bool { namedFormat.map { [.raw, .heic, .tiff].contains($0) } ?? false }

    /// Returns a Boolean value that indicates whether this is the RAW, HEIC or TIFF file beside a JPEG, by their names.
    func isCompanion(of other: PictureSource) -> Bool {
        isNamedAsCompanion && other.namedFormat == .jpeg && stem == other.stem
    }

    /// The part of the path that both of a pair have in common.
    private var stem: [UInt8] {
        let bytes =
            switch self {
            case .file(let path): path.absolute.bytes
            case .address, .standardInput: self.bytes
            }
        return Array(bytes[..<(bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex)])
    }
}
