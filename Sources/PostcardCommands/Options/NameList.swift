import PostcardLibrary
import SystemPackage

/// A list of file names that is read in pieces, since it can be larger than memory.
struct NameList {
    private let endsWithNUL: Bool
    private var end: UInt8?
    private var rest: [UInt8] = []

    /// Makes an empty list. If `endsWithNUL` is true, names end with NUL. Otherwise they end with NUL if there is a NUL near the start, as
    /// in the output of `find -print0`, or else with a line break.
    init(endsWithNUL: Bool) { self.endsWithNUL = endsWithNUL }

    private static let maximumNameBytes = 1 << 16

    /// Calls `body` with each name in a file, or in standard input if `path` is `nil`. Empty names are skipped.
    static func read(_ path: FilePath?, endsWithNUL: Bool, _ body: ([UInt8]) throws -> Void) throws {
        let file: FileDescriptor
        do {
            file = try path.map { try FileDescriptor.open($0, .readOnly) } ?? .standardInput
        } catch {
            throw Failure(.missingInput, "Can't read the list \(path ?? "-"): \(error).")
        }
        defer { if path != nil { try? file.close() } }
        var list = NameList(endsWithNUL: endsWithNUL)
        try file.forEachPiece { try list.add($0, body) }
        try list.finish(body)
    }

    /// Adds a piece, and calls `body` with the names that end in the piece.
    mutating func add(_ piece: ArraySlice<UInt8>, _ body: ([UInt8]) throws -> Void) throws {
        let isNUL = endsWithNUL || piece.prefix(1 << 16).contains(0)
        let separator = end ?? (isNUL ? 0 : UInt8(ascii: "\n"))
        end = separator
        try rest.add(piece, endingAt: separator, skipsEmpty: true) { try Self.deliver($0, endedBy: separator, body) }
        try require(
            rest.count <= Self.maximumNameBytes, .badData,
            "The list contains a name longer than \(Self.maximumNameBytes) bytes. Is it a list of files?")
    }

    /// Calls `body` with the last name, which might have no terminator.
    func finish(_ body: ([UInt8]) throws -> Void) throws { try Self.deliver(rest, endedBy: end, body) }

    private static func deliver(_ name: [UInt8], endedBy end: UInt8?, _ body: ([UInt8]) throws -> Void) throws {
        let isWindows = end == UInt8(ascii: "\n") && name.last == UInt8(ascii: "\r")
        let name = isWindows ? name.dropLast() : name
        if !name.isEmpty { try body(name) }
    }
}

extension [UInt8] {
    /// Adds a piece, and calls `body` with each part that ends with a separator. The remaining bytes stay in the array.
    ///
    /// - Parameter skipsEmpty: true to skip empty parts, which is much cheaper than a call for each empty part.
    mutating func add(
        _ piece: ArraySlice<UInt8>, endingAt separator: UInt8, skipsEmpty: Bool = false,
        _ body: ([UInt8]) throws -> Void
    ) rethrows {
        var piece = piece
        while true {
            if skipsEmpty && isEmpty { piece = piece.drop { $0 == separator } }
            guard let end = piece.firstIndex(of: separator) else { break }
            try body(self + piece[..<end])
            self = []
            piece = piece[(end + 1)...]
        }
        self += piece
    }
}
