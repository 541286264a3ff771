import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardDisk

/// An open file whose content is sent in pieces. The file stays readable even if it is deleted in the meantime.
final class ServedFile: Sendable {
    private let file: OwnedDescriptor
    /// The size in bytes.
    let size: Int

    /// The number of bytes that are read at a time. Two or three pieces per client are in memory.
    static let pieceSize = 64 << 10

    init(_ file: consuming OwnedDescriptor) {
        size = file.size
        self.file = file
    }

    /// - Returns: `nil` if the file can't be opened.
    convenience init?(path: String) {
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY) else { return nil }
        self.init(file)
    }

    /// Returns the first bytes, for detecting the file's type.
    func head(_ count: Int) -> [UInt8] { read(0..<min(count, size)) ?? [] }

    /// Returns a response body with a part of the file, given as a range of byte offsets.
    func body(_ range: Range<Int>, threads: NIOThreadPool) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            try await self.write(range, to: &writer, threads: threads)
            try await writer.finish(nil)
        }
    }

    /// Writes a part of the file, reading on the pool's threads so that event loops do not wait for the disk.
    @concurrent
    private func write(_ range: Range<Int>, to writer: inout any ResponseBodyWriter, threads: NIOThreadPool)
        async throws
    {
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = start..<min(start + Self.pieceSize, range.upperBound)
            guard let bytes = try await threads.runIfActive({ self.read(piece) }), bytes.count == piece.count else {
                // The head already contained the length, so the connection must be closed.
                throw HTTPError(.internalServerError, "The file was truncated while it was being sent.")
            }
            try await writer.write(ByteBuffer(bytes: bytes))
            start = piece.upperBound
        }
    }

    private func read(_ range: Range<Int>) -> [UInt8]? {
        file.read(upTo: range.count, at: range.lowerBound)
    }
}
