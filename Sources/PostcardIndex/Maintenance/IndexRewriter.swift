import PostcardDisk
import SystemPackage

/// A writer that creates a new index next to the old index, then replaces the old index in a single step.
///
/// The caller holds the writer lock. Readers continue with the file that they have open, and open the new file for their next read.
final class IndexRewriter {
    private let path: FilePath
    private let temporary: TemporaryFile
    private var buffer: [UInt8] = []
    private var size = 0

    private static let bufferSize = 1 << 20

    /// Creates the new file with the permissions of `old`, the file to be replaced.
    init(replacing old: OpenFile) throws(FileError) {
        path = old.path
        let new = path.removingLastComponent().appending("index.jsonl.new")
        // A file with this name is a leftover, because the lock excludes other writers.
        try FileSystem.remove(new)
        temporary = try TemporaryFile(creating: new)
        try temporary.file.copyPermissions(of: old)
    }

    /// Appends a line, given without its line break.
    func append(line: UnsafeRawBufferPointer) throws(FileError) {
        // A carriage return before the line break is dropped.
        buffer += line.last == UInt8(ascii: "\r") ? line.slice(0..<line.count - 1) : line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Appends a line of changes.
    func append(sequence: Int, date: String, changes: [Change]) throws(FileError) {
        buffer += LineEncoder.line(sequence: sequence, date: date, changes: changes)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Replaces the old index, and returns the length of the new index in bytes.
    func finish() throws(FileError) -> Int {
        try flush()
        try temporary.move(to: path)
        return size
    }

    private func flush() throws(FileError) {
        try temporary.file.write(buffer, at: size)
        size += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
