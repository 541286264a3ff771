internal import Synchronization
internal import SystemPackage

/// The record of a folder of results: which files in it Postcard made, of what and how.
///
/// A file of lines, `.postcard-results` in that folder, to which every process appends. A line is written before its file gets
/// its name, so that no result is ever without one. Lines that were cut are passed over; without the record, or when a file is
/// not as it was written, the file counts as somebody else's.
final class ResultRecord: Sendable {
    /// What a line says.
    struct Entry: Sendable, Equatable {
        /// The result, below the folder.
        var result: FilePath
        /// The result as it was written.
        var written: Stamp
        /// The source as it was when the result was made of it.
        var source: Stamp
        /// How the result was made.
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

    /// A line's place in the file, found by the hash of its name: 16 bytes a result, however long the names are.
    private struct Slot: Comparable {
        let hash: UInt64
        let offset: Int

        static func < (left: Slot, right: Slot) -> Bool { (left.hash, left.offset) < (right.hash, right.offset) }
    }

    private struct State {
        var slots: [Slot] = []
        /// As far as slots were made of.
        var end = 0
    }

    private let path: FilePath
    private let file: Mutex<OpenFile?>
    private let state = Mutex(State())

    /// Reads the record of a folder; an empty one where there is none.
    init(in folder: FilePath) throws(LibraryError) {
        path = folder.appending(Self.name)
        file = Mutex(try OpenFile(path, .reading, unless: .noSuchFileOrDirectory))
        try catchUp()
    }

    /// What is known about results at `result`, the newest line last; lines of other processes too.
    func entries(of result: FilePath) throws(LibraryError) -> [Entry] {
        try catchUp()
        let hash = StableHash(result.bytes).value
        let offsets = state.withLock { state in
            var low = 0
            var high = state.slots.count
            while low < high {
                let middle = (low + high) / 2
                if state.slots[middle].hash < hash { low = middle + 1 } else { high = middle }
            }
            return state.slots[low...].prefix { $0.hash == hash }.map(\.offset)
        }
        guard let file = file.withLock({ $0 }) else { return [] }
        var found: [Entry] = []
        for offset in offsets {
            let line = try file.read(Self.longestLine, at: offset).prefix { $0 != UInt8(ascii: "\n") }
            if let entry = Entry(line: line), entry.result == result { found.append(entry) }
        }
        return found
    }

    /// Adds a line, after those of other processes.
    func append(_ entry: Entry) throws(LibraryError) {
        let file = try OpenFile(path, .writingOrCreating)
        self.file.withLock { $0 = file }
        // Unlocked when `file` is closed.
        _ = try file.lock(isWaiting: true)
        let end = try file.status().size
        // What a process that died, or a full disk, left of a line must not swallow this one.
        let last = try file.read(end > 0 ? 1 : 0, at: max(0, end - 1))
        let isTorn = !last.isEmpty && last != [UInt8(ascii: "\n")]
        try ((isTorn ? [UInt8(ascii: "\n")] : []) + entry.line).withBytes { bytes throws(LibraryError) in
            try file.write(bytes, at: end)
        }
    }

    private static let longestLine = 1 << 15

    /// Reads what was appended since.
    private func catchUp() throws(LibraryError) {
        var opened = file.withLock { $0 }
        if opened == nil { opened = try OpenFile(path, .reading, unless: .noSuchFileOrDirectory) }
        guard let file = opened else { return }
        self.file.withLock { $0 = file }
        try state.withLock { (state: inout State) throws(LibraryError) in
            let size = try file.status().size
            // Somebody cut the file.
            if size < state.end { state = State() }
            guard size > state.end else { return }
            let known = state.slots.count
            var rest: [UInt8] = []
            var offset = state.end
            while case let piece = try file.read(1 << 18, at: state.end), !piece.isEmpty {
                state.end += piece.count
                rest += piece
                var start = 0
                while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                    if let name = Entry.name(inLine: rest[start..<end]) {
                        state.slots.append(Slot(hash: StableHash(name).value, offset: offset))
                    }
                    offset += end + 1 - start
                    start = end + 1
                }
                rest.removeFirst(start)
            }
            // The beginning of a line that is not all there yet is read again.
            state.end = offset
            if state.slots.count > known { state.slots.sort() }
        }
    }
}

extension ResultRecord.Entry {
    private static let tab = UInt8(ascii: "\t")

    /// Fields with tabs between them; the last one shows that the line is whole.
    fileprivate var line: [UInt8] {
        let numbers = [
            "\(written.size)", "\(written.modified)", recipe, "\(source.size)", "\(source.modified)",
        ].joined(separator: "\t")
        return Self.escaped(result.bytes) + [Self.tab] + numbers.utf8 + [Self.tab] + Self.escaped(origin.bytes)
            + Array("\t.\n".utf8)
    }

    fileprivate static func name(inLine line: ArraySlice<UInt8>) -> [UInt8]? {
        line.firstIndex(of: tab).map { unescaped(line[..<$0]) }
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

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
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
