import PostcardDisk
import Synchronization
import SystemPackage

/// The record of the results in a folder: the files that Postcard made, their sources and recipes.
///
/// The record is the file `.postcard-results` in that folder, to which every process appends lines. A line is written before its file is
/// named, so every result has a line. Incomplete lines are ignored. Postcard treats a file as made by another program if the file lacks a
/// line, or was changed after its line was written.
final class ResultRecord: Sendable {
    /// A line of the record.
    struct Entry: Sendable, Equatable {
        /// The path of the result relative to the folder.
        var result: FilePath
        /// The stamp of the result when it was written.
        var written: Stamp
        /// The stamp of the source when the result was made.
        var source: Stamp
        /// The recipe of the result.
        var recipe: String
        /// The path of the source relative to the folder, or its URL.
        var origin: FilePath
        /// The version of a source at a URL; empty if unknown.
        var version = ""
    }

    /// The size and time of a file, which show whether it was changed or replaced.
    struct Stamp: Sendable, Equatable {
        var size: Int
        /// The modification time in nanoseconds since 1970.
        var modified: Int64
    }

    static let name = ".postcard-results"

    private struct State {
        /// The file, opened for reading. The file is never locked, since a lock would last as long as this object.
        var file: OpenFile?
        var identity: FileStatus.Identity?
        var lines = LineOffsets()
        /// The offset where the lines in `lines` end.
        var end = 0
    }

    private let path: FilePath
    private let state = Mutex(State())

    /// Reads the record of a folder. A missing record is treated as empty.
    init(in folder: FilePath) throws(FileError) {
        path = folder.appending(Self.name)
        try state.withLock { (state: inout State) throws(FileError) in try catchUp(&state) }
    }

    /// Returns the entries for a result, including those of other processes, newest last.
    func entries(of result: FilePath) throws(FileError) -> [Entry] {
        let hash = StableHash(result.bytes).value
        let (file, offsets) = try state.withLock { (state: inout State) throws(FileError) in
            try catchUp(&state)
            return (state.file, state.lines.offsets(of: hash))
        }
        guard let file else { return [] }
        var found: [Entry] = []
        for offset in offsets {
            // Most lines are shorter than 200 bytes.
            var line = try file.read(Self.usualLineBytes, at: offset).prefix { $0 != UInt8(ascii: "\n") }
            if line.count == Self.usualLineBytes {
                line = try file.read(Self.maximumLineBytes, at: offset).prefix { $0 != UInt8(ascii: "\n") }
            }
            if let entry = Entry(line: line), entry.result == result { found.append(entry) }
        }
        return found
    }

    /// Appends a line.
    func append(_ entry: Entry) throws(FileError) {
        let file = try OpenFile(path, .writingOrCreating)
        // The lock is released when `file` is closed at the end.
        _ = try file.lock(isWaiting: true)
        let end = try file.status().size
        // A killed process or a full disk may have left an incomplete line. A line break then separates the incomplete line from the new
        // line.
        let last = try file.read(end > 0 ? 1 : 0, at: max(0, end - 1))
        let isTorn = !last.isEmpty && last != [UInt8(ascii: "\n")]
        try file.write((isTorn ? [UInt8(ascii: "\n")] : []) + entry.line, at: end)
    }

    private static let maximumLineBytes = 1 << 15
    private static let usualLineBytes = 512

    /// Reads the lines appended since the last call, or all lines if the record was removed, replaced or truncated.
    private func catchUp(_ state: inout State) throws(FileError) {
        let identity = try FileSystem.status(of: path)?.identity
        if state.identity != identity { state = State() }
        guard identity != nil else { return }
        if state.file == nil {
            state.file = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory)
            state.identity = try state.file?.status().identity
        }
        guard let file = state.file else { return }
        let size = try file.status().size
        if size < state.end { (state.lines, state.end) = (LineOffsets(), 0) }
        guard size > state.end else { return }
        var entries: [UInt64] = []
        // An incomplete last line is read again on the next call.
        state.end = try Self.readLines(of: file, from: state.end) { line, offset in
            guard let tab = line.firstIndex(of: Entry.tab, from: 0) else { return }
            let name = Entry.unescaped(Array(line[..<tab])[...])
            entries.append(LineOffsets.entry(of: StableHash(name).value, offset: offset))
        }
        state.lines.add(entries)
    }

    /// Returns the newest entry of each result, if that entry satisfies `isWanted`.
    func newestEntries(where isWanted: (Entry) -> Bool) throws(FileError) -> [Entry] {
        var found: [Entry] = []
        if let file = try state.withLock({ (state: inout State) throws(FileError) in state.file }) {
            _ = try Self.readLines(of: file, from: 0) { line, _ in
                if let entry = Entry(line: Array(line)[...]), isWanted(entry) { found.append(entry) }
            }
        }
        // A line can occur twice.
        var seen: Set<[UInt8]> = []
        var newest: [Entry] = []
        for entry in found
        where try entries(of: entry.result).last == entry && seen.insert(entry.result.bytes).inserted {
            newest.append(entry)
        }
        return newest
    }

    /// Calls `body` with each complete line after an offset, and with the offset of the line.
    ///
    /// - Returns: the end of the last complete line.
    private static func readLines(
        of file: OpenFile, from start: Int, _ body: (UnsafeRawBufferPointer, Int) -> Void
    ) throws(FileError) -> Int {
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
            // Longer lines were not written by Postcard. Such lines are skipped to save memory.
            if rest.count > maximumLineBytes {
                offset += rest.count
                rest = []
            }
        }
        return offset
    }
}

extension ResultRecord.Entry {
    fileprivate static let tab = UInt8(ascii: "\t")

    /// The line: tab-separated fields. The last field marks the line as complete.
    fileprivate var line: [UInt8] {
        let numbers = ["\(written.size)", "\(written.modified)", recipe, "\(source.size)", "\(source.modified)"]
        var fields: [[UInt8]] = [Self.escaped(result.bytes)]
        fields += numbers.map { Array($0.utf8) }
        fields.append(Self.escaped(origin.bytes))
        if !version.isEmpty { fields.append(Self.escaped(Array(version.utf8))) }
        fields.append([UInt8(ascii: ".")])
        return Array(fields.joined(separator: [Self.tab])) + [UInt8(ascii: "\n")]
    }

    fileprivate init?(line: ArraySlice<UInt8>) {
        let fields = line.split(separator: Self.tab, omittingEmptySubsequences: false)
        guard 8...9 ~= fields.count, fields[fields.count - 1].elementsEqual([UInt8(ascii: ".")]) else { return nil }
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
        version = fields.count == 9 ? String(decoding: Self.unescaped(fields[7]), as: UTF8.self) : ""
    }

    /// Returns the bytes with tabs, line breaks and backslashes escaped, since names can contain them.
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
