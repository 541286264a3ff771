import PostcardCore
import PostcardDisk
import Synchronization
import SystemPackage

/// The record of a folder of results: which files in it Postcard made, of what and how.
///
/// A file of lines, `.postcard-results` in that folder, to which every process appends. A line is written before its file gets
/// its name, so that no result is ever without one. Lines that were cut are passed over; without the record, or when a file is
/// not as it was written, the file counts as somebody else's.
final class ResultRecord: Sendable {
    /// A line of the record.
    struct Entry: Sendable, Equatable {
        /// The result, below the folder.
        var result: FilePath
        /// The result as it was written.
        var written: Stamp
        /// The source as it was when the result was made of it.
        var source: Stamp
        /// The recipe of the result.
        var recipe: String
        /// The source as it is reached from the folder, or its address.
        var origin: FilePath
    }

    /// Size and time of a file: enough to see that it was changed or replaced.
    struct Stamp: Sendable, Equatable {
        var size: Int
        /// In nanoseconds since 1970.
        var modified: Int64
    }

    static let name = ".postcard-results"

    private struct State {
        /// Open for reading only, and never locked: a lock would last as long as this.
        var file: OpenFile?
        var identity: FileStatus.Identity?
        var lines = LinePlaces()
        /// As far as `lines` knows them.
        var end = 0
    }

    private let path: FilePath
    private let state = Mutex(State())

    /// Reads the record of a folder; an empty one where there is none.
    init(in folder: FilePath) throws(LibraryError) {
        path = folder.appending(Self.name)
        try state.withLock { (state: inout State) throws(LibraryError) in try catchUp(&state) }
    }

    /// Returns the entries about results at `result`, the newest line last; lines of other processes too.
    func entries(of result: FilePath) throws(LibraryError) -> [Entry] {
        let hash = StableHash(result.bytes).value
        let (file, offsets) = try state.withLock { (state: inout State) throws(LibraryError) in
            try catchUp(&state)
            return (state.file, state.lines.offsets(of: hash))
        }
        guard let file else { return [] }
        var found: [Entry] = []
        for offset in offsets {
            let line = try file.read(Self.maximumLineBytes, at: offset).prefix { $0 != UInt8(ascii: "\n") }
            if let entry = Entry(line: line), entry.result == result { found.append(entry) }
        }
        return found
    }

    /// Adds a line, after those of other processes.
    func append(_ entry: Entry) throws(LibraryError) {
        let file = try OpenFile(path, .writingOrCreating)
        // Unlocked when `file` is closed, at the end.
        _ = try file.lock(isWaiting: true)
        let end = try file.status().size
        // The rest of a line that a process that died, or a full disk, left must not swallow this one.
        let last = try file.read(end > 0 ? 1 : 0, at: max(0, end - 1))
        let isTorn = !last.isEmpty && last != [UInt8(ascii: "\n")]
        try file.write((isTorn ? [UInt8(ascii: "\n")] : []) + entry.line, at: end)
    }

    private static let maximumLineBytes = 1 << 15

    /// Reads what was appended since, from the beginning when the record was removed, replaced or cut.
    private func catchUp(_ state: inout State) throws(LibraryError) {
        let identity = try FileSystem.status(of: path)?.identity
        if state.identity != identity { state = State() }
        guard identity != nil else { return }
        if state.file == nil {
            state.file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory)
            state.identity = try state.file?.status().identity
        }
        guard let file = state.file else { return }
        let size = try file.status().size
        if size < state.end { (state.lines, state.end) = (LinePlaces(), 0) }
        guard size > state.end else { return }
        var places: [UInt64] = []
        // The beginning of a line that is not all there yet is read again.
        state.end = try Self.readLines(of: file, from: state.end) { line, offset in
            guard let tab = line.firstIndex(of: Entry.tab, from: 0) else { return }
            let name = Entry.unescaped(Array(line[..<tab])[...])
            places.append(LinePlaces.place(of: StableHash(name).value, offset: offset))
        }
        state.lines.add(places)
    }

    /// Returns the newest entry of each result for which `isWanted` is true of an entry.
    func newestEntries(where isWanted: (Entry) -> Bool) throws(LibraryError) -> [Entry] {
        var found: [Entry] = []
        if let file = try state.withLock({ (state: inout State) throws(LibraryError) in state.file }) {
            _ = try Self.readLines(of: file, from: 0) { line, _ in
                if let entry = Entry(line: Array(line)[...]), isWanted(entry) { found.append(entry) }
            }
        }
        var newest: [Entry] = []
        for entry in found where try entries(of: entry.result).last == entry && newest.last != entry {
            newest.append(entry)
        }
        return newest
    }

    /// Delivers the complete lines from an offset on, each with its own.
    ///
    /// - Returns: The offset behind them.
    private static func readLines(
        of file: OpenFile, from start: Int, _ body: (UnsafeRawBufferPointer, Int) -> Void
    ) throws(LibraryError) -> Int {
        var rest: [UInt8] = []
        var offset = start
        var position = start
        while case let piece = try file.read(1 << 18, at: position), !piece.isEmpty {
            position += piece.count
            rest += piece
            var start = 0
            rest.withUnsafeBytes { bytes in
                while let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) {
                    body(bytes.slice(start..<end), offset)
                    offset += end + 1 - start
                    start = end + 1
                }
            }
            rest.removeFirst(start)
            // No line of ours is so long: what is no record takes no memory.
            if rest.count > maximumLineBytes {
                offset += rest.count
                rest = []
            }
        }
        return offset
    }
}

/// The positions of lines in the record, found by hashes of their names: 8 bytes a line, however long the names are.
///
/// Twenty-four bits of the hash and forty of the offset; the few lines that share the bits are told apart by reading them. Places
/// are in sorted runs, each at least twice as long as the next, so that adding line by line takes no longer than sorting.
private struct LinePlaces {
    private var runs: [[UInt64]] = []
    private static let offsetBits = 40

    static func place(of hash: UInt64, offset: Int) -> UInt64 {
        (hash >> offsetBits) << offsetBits | UInt64(truncatingIfNeeded: offset) & (1 << offsetBits - 1)
    }

    mutating func add(_ places: [UInt64]) {
        guard !places.isEmpty else { return }
        runs.append(places.sorted())
        while runs.count > 1, runs[runs.count - 2].count < 2 * runs[runs.count - 1].count {
            let last = runs.removeLast()
            runs[runs.count - 1] += last
            runs[runs.count - 1].sort()
        }
    }

    /// Ascending.
    func offsets(of hash: UInt64) -> [Int] {
        let first = Self.place(of: hash, offset: 0)
        return runs.flatMap { run in
            let start = run.partitioningIndex { $0 >= first }
            return run[start...].prefix { $0 >> Self.offsetBits == first >> Self.offsetBits }.map { Int($0 - first) }
        }.sorted()
    }
}

extension ResultRecord.Entry {
    fileprivate static let tab = UInt8(ascii: "\t")

    /// Fields with tabs between them; the last one shows that the line is whole.
    fileprivate var line: [UInt8] {
        let numbers = [
            "\(written.size)", "\(written.modified)", recipe, "\(source.size)", "\(source.modified)",
        ].joined(separator: "\t")
        return Self.escaped(result.bytes) + [Self.tab] + numbers.utf8 + [Self.tab] + Self.escaped(origin.bytes)
            + Array("\t.\n".utf8)
    }

    fileprivate init?(line: ArraySlice<UInt8>) {
        let fields = line.split(separator: Self.tab, omittingEmptySubsequences: false)
        guard fields.count == 8, fields[7].elementsEqual([UInt8(ascii: ".")]) else { return nil }
        func number<Value: FixedWidthInteger>(_ index: Int) -> Value? {
            Value(String(decoding: fields[index], as: UTF8.self))
        }
        guard let size: Int = number(1), let modified: Int64 = number(2), let sourceSize: Int = number(4),
            let sourceModified: Int64 = number(5)
        else { return nil }
        result = FilePath(bytes: Self.unescaped(fields[0]))
        written = ResultRecord.Stamp(size: size, modified: modified)
        recipe = String(decoding: fields[3], as: UTF8.self)
        source = ResultRecord.Stamp(size: sourceSize, modified: sourceModified)
        origin = FilePath(bytes: Self.unescaped(fields[6]))
    }

    /// Names may hold tabs and line breaks.
    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in
            switch byte {
            case UInt8(ascii: "\\"): Array("\\\\".utf8)
            case UInt8(ascii: "\t"): Array("\\t".utf8)
            case UInt8(ascii: "\n"): Array("\\n".utf8)
            default: [byte]
            }
        }
    }

    fileprivate static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "\\")) else { return Array(bytes) }
        var result: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            switch rest.next() {
            case UInt8(ascii: "t"): result.append(tab)
            case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
            case let other?: result.append(other)
            case nil: break
            }
        }
        return result
    }
}
