import PostcardLibrary
import SystemPackage

/// A list of file names, read piece by piece: it may be longer than memory.
struct NameList {
    /// `nil` for standard input.
    private let path: FilePath?
    private let endsWithNUL: Bool

    /// `endsWithNUL` tells whether only a NUL ends a name. Otherwise that is so when there is a NUL near the beginning,
    /// as there is in what `find -print0` writes.
    init(_ path: FilePath?, endsWithNUL: Bool) {
        self.path = path
        self.endsWithNUL = endsWithNUL
    }

    private static let maximumNameBytes = 1 << 16

    /// Delivers each name that has at least a byte.
    func read(_ body: ([UInt8]) throws -> Void) throws {
        let file: FileDescriptor
        do {
            file = try path.map { try FileDescriptor.open($0, .readOnly) } ?? .standardInput
        } catch {
            throw Failure(.missingInput, "Cannot read the list \(path ?? "-"): \(error).")
        }
        defer { if path != nil { try? file.close() } }
        var end: UInt8?
        var rest: [UInt8] = []
        func deliver(_ name: ArraySlice<UInt8>) throws {
            let isWindows = end == UInt8(ascii: "\n") && name.last == UInt8(ascii: "\r")
            let name = isWindows ? name.dropLast() : name
            if !name.isEmpty { try body(Array(name)) }
        }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try piece.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
            let isNUL = endsWithNUL || piece[..<count].contains(0)
            let separator = end ?? (isNUL ? 0 : UInt8(ascii: "\n"))
            end = separator
            rest += piece[..<count]
            var start = 0
            while let next = rest[start...].firstIndex(of: separator) {
                try deliver(rest[start..<next])
                start = next + 1
            }
            rest.removeFirst(start)
            guard rest.count <= Self.maximumNameBytes else {
                throw Failure(
                    .badData, "The list has a name of more than \(Self.maximumNameBytes) bytes. Is it a list of files?")
            }
        }
        try deliver(rest[...])
    }
}
