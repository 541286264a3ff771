import PostcardDisk
import SystemPackage

/// A writer of a new index beside the old one, which it then replaces in one step.
///
/// The caller holds the lock of writers. Readers keep the file that they have opened, and open the new one at their next read.
final class IndexRewriter {
    private let path: FilePath
    private let temporary: TemporaryFile
    private var buffer: [UInt8] = []
    private var size = 0

    private static let bufferSize = 1 << 20

    /// Makes the new file with the permissions of `old`, the file to be replaced.
    init(replacing old: OpenFile) throws(LibraryError) {
        path = old.path
        let new = path.removingLastComponent().appending("index.jsonl.new")
        // A file of this name is a leftover: the lock excludes other writers.
        try FileSystem.remove(new)
        temporary = try TemporaryFile(creating: new)
        try temporary.file.copyPermissions(of: old)
    }

    /// Appends a line, given without its line break.
    func append(line: UnsafeRawBufferPointer) throws(LibraryError) {
        // A carriage return before the line break is dropped.
        buffer += line.last == UInt8(ascii: "\r") ? line.slice(0..<line.count - 1) : line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Appends a line of changes.
    func append(sequence: Int, date: String, changes: [Change]) throws(LibraryError) {
        buffer += LineEncoder.line(sequence: sequence, date: date, changes: changes)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Replaces the old index, and returns the length of the new one in bytes.
    func finish() throws(LibraryError) -> Int {
        try flush()
        try temporary.move(to: path)
        return size
    }

    private func flush() throws(LibraryError) {
        try temporary.file.write(buffer, at: size)
        size += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

/// The file for quarantined lines, `index.damaged-<number>.jsonl`. The first such line creates it.
struct DamagedLinesFile {
    private let directory: FilePath
    private var number: Int
    private var file: OpenFile?
    private var size = 0

    /// The beginning of the names of such files.
    static let namePrefix = "index.damaged-"

    /// Prepares a file. `number` is the first number to try in its name.
    init(in directory: FilePath, number: Int) {
        self.directory = directory
        self.number = number
    }

    /// Appends a line, or a piece of one if `isWhole` is `false`, given without its line break.
    mutating func append(_ bytes: UnsafeRawBufferPointer, isWhole: Bool = true) throws(LibraryError) {
        let file: OpenFile
        if let open = self.file { file = open } else { file = try make() }
        self.file = file
        try file.write(bytes, at: size)
        size += bytes.count
        guard isWhole else { return }
        try file.write([UInt8(ascii: "\n")], at: size)
        size += 1
    }

    /// Makes the file durable, and returns its path; `nil` if no line was appended.
    func finish() throws(LibraryError) -> FilePath? {
        guard let file else { return nil }
        try file.synchronize()
        try FileSystem.synchronizeDirectory(directory)
        return file.path
    }

    /// Returns the prefixes of all blob hashes that stand in the quarantined lines of a folder.
    static func hashes(in directory: FilePath) throws(LibraryError) -> Set<UInt64> {
        var hashes: Set<UInt64> = []
        for name in try FileSystem.names(in: directory) where name.hasPrefix(namePrefix) {
            let file = try OpenFile(directory.appending(name), .reading)
            var offset = 0
            while case let piece = try file.read(1 << 20, at: offset), !piece.isEmpty {
                for hash in BlobHash.all(in: piece) { hashes.insert(hash.prefix) }
                // A hash that is cut off at the end of a piece is read again with the next piece.
                offset += piece.count < BlobHash.length ? piece.count : piece.count - (BlobHash.length - 1)
            }
        }
        return hashes
    }

    private mutating func make() throws(LibraryError) -> OpenFile {
        while true {
            let path = directory.appending("\(Self.namePrefix)\(number).jsonl")
            if let file = try OpenFile(path, .creating, unless: .fileExists) { return file }
            number += 1
        }
    }
}
