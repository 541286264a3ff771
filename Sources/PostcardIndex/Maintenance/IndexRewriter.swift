import PostcardDisk
import SystemPackage

/// Writes a new index beside the old one, and puts it in its place in one step.
///
/// Whoever writes holds the lock. Readers keep what they have opened, and find the new file the next time they look.
final class IndexRewriter {
    private let path: FilePath
    private let file: OpenFile
    private var buffer: [UInt8] = []
    private var size = 0
    private var isFinished = false

    private static let bufferSize = 1 << 20

    /// `old` is the file to be replaced; the new one gets its permissions.
    init(replacing old: OpenFile) throws(LibraryError) {
        path = old.path
        let temporary = path.removingLastComponent().appending("index.jsonl.new")
        // Left by a process that died; the lock keeps others away.
        try FileSystem.remove(temporary)
        file = try OpenFile(temporary, .creating)
        try file.copyPermissions(of: old)
    }

    deinit {
        if !isFinished { _ = try? FileSystem.remove(file.path) }
    }

    /// Appends a line, given without its line break.
    func append(line: UnsafeRawBufferPointer) throws(LibraryError) {
        // A line break of Windows becomes a plain one.
        buffer += line.last == UInt8(ascii: "\r") ? line.slice(0..<line.count - 1) : line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Appends a line.
    func append(sequence: Int, date: String, changes: [Change]) throws(LibraryError) {
        buffer += LineEncoder.line(sequence: sequence, date: date, changes: changes)
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Puts the new index in the place of the old one. Returns its length in bytes.
    func finish() throws(LibraryError) -> Int {
        try flush()
        try file.synchronize()
        try FileSystem.rename(file.path, to: path)
        isFinished = true
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
        return size
    }

    private func flush() throws(LibraryError) {
        try buffer.withBytes { bytes throws(LibraryError) in try file.write(bytes, at: size) }
        size += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
